import { useLocation } from "wouter";
import { useUrlParam } from "@/lib/location";
import type { Sort, Wanted } from "./select";

const sorts: readonly (string | null)[] = ["rating-asc", "rating-desc"] satisfies Sort[];

/** What shows of the watchlist stands in the address, so that reload, sharing and Back keep it. */
export function useWanted(): [Wanted, (change: Partial<Wanted>) => void] {
  const [path, navigate] = useLocation();
  const sort = useUrlParam("sort");
  const wanted: Wanted = {
    genre: useUrlParam("genre"),
    search: useUrlParam("search") ?? "",
    sort: sorts.includes(sort) ? (sort as Sort) : null,
  };
  const change = (changes: Partial<Wanted>) => {
    const address = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...wanted, ...changes })) {
      if (value) address.set(name, value);
    }
    // Each letter typed would be a step back otherwise.
    navigate(address.size === 0 ? path : `${path}?${address}`, { replace: true });
  };
  return [wanted, change];
}
