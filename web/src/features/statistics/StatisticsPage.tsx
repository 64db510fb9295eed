import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useRetryFailed } from "@/api/retry";
import { isOfStatistics, type Statistics, statisticsQuery } from "@/api/statistics";
import { useRefetchOnChange } from "@/lib/library/useRefetchOnChange";
import { useUrlParam } from "@/lib/location";
import { FailureNotice } from "@/ui/FailureNotice";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import { Charts } from "./Charts";
import { NothingYet } from "./NothingYet";
import { Year } from "./Year";
import { Years } from "./Years";

/** Returns the year that an address asks for; null for all years. */
function yearOf(text: string | null): number | null {
  const year = /^\d{4}$/.test(text ?? "") ? Number(text) : 0;
  return year >= 1900 && year <= 2200 ? year : null;
}

/** The content of "/statistics" for a signed-in user. */
export function StatisticsPage({ uid }: { uid: string }) {
  const { data, error, isFetching } = useQuery(statisticsQuery(uid));
  const retry = useRetryFailed();
  const year = yearOf(useUrlParam("year"));
  useFreshness(uid);
  return (
    <div className="page grid gap-8 py-8 sm:py-12">
      <header>
        <h1 className="text-2xl">Statistics</h1>
        <p className="mt-2 max-w-text text-muted">
          Your list in numbers. Private titles count here, since nobody but you sees this page.
        </p>
      </header>
      {data && error && (
        <Notice tone="info">
          We cannot reach the server. These are your statistics as we last saw them.
        </Notice>
      )}
      {data ? (
        <Shown uid={uid} statistics={data} year={year} />
      ) : error ? (
        <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
      ) : (
        <Spinner text="Loading ..." />
      )}
    </div>
  );
}

interface ShownProps {
  uid: string;
  statistics: Statistics;
  year: number | null;
}

function Shown({ uid, statistics, year }: ShownProps) {
  if (statistics.titles === 0 && year === null) return <NothingYet />;
  return (
    <>
      <Years years={statistics.finished.known.map((each) => each.year)} selected={year} />
      {year === null ? (
        <Charts statistics={statistics} />
      ) : (
        <Year key={year} uid={uid} year={year} />
      )}
    </>
  );
}

/** Has the numbers asked for anew when the list has changed, here or on another device. */
function useFreshness(uid: string) {
  const queries = useQueryClient();
  const ask = useCallback(
    () => void queries.invalidateQueries({ predicate: isOfStatistics }),
    [queries],
  );
  useRefetchOnChange(uid, ask);
}
