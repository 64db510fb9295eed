import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failureCode } from "@/api/errors";
import { useRetryFailed } from "@/api/retry";
import { FailureNotice } from "@/ui/FailureNotice";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";
import { NotFound } from "./NotFound";

interface Props<Details extends { name: string }> {
  what: "person" | "character";
  query: UseQueryResult<Details>;
  children: (details: Details) => ReactNode;
}

/** The page of a person or a character, once their record is there. */
export function CreditsRoute<Details extends { name: string }>({
  what,
  query: { data, error, isFetching },
  children,
}: Props<Details>) {
  const retry = useRetryFailed();
  const isUnknown = error !== null && failureCode(error) === "not_found";
  const kind = what === "person" ? "Person" : "Character";
  const failure = error && (isUnknown ? `${kind} not found` : kind);
  usePageTitle(data?.name ?? failure);
  if (data) return children(data);
  if (isUnknown) return <NotFound what={what} />;
  return (
    <div className="page min-h-[70vh] py-14">
      {error ? (
        <>
          <h1 className="mb-6 text-2xl">{kind}</h1>
          <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
        </>
      ) : (
        <Spinner text="Loading ..." />
      )}
    </div>
  );
}
