import { useQueryClient } from "@tanstack/react-query";

/** Asks again for everything on the page that could not be had: one Retry mends all of it. */
export function useRetryFailed(): () => void {
  const queries = useQueryClient();
  return () => {
    queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  };
}
