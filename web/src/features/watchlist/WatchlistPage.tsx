import { Link } from "wouter";
import { useRetryFailed } from "@/api/retry";
import { useAnimeList } from "@/lib/list/useAnimeList";
import { useSession } from "@/lib/session";
import { FailureNotice } from "@/ui/FailureNotice";
import { HistoryIcon, ImportIcon, StatisticsIcon } from "@/ui/late-icons";
import { Notice } from "@/ui/Notice";
import { RefusedEdits } from "@/ui/RefusedEdits";
import { Spinner } from "@/ui/Spinner";
import { Entries } from "./Entries";
import { UnresolvedLink } from "./UnresolvedLink";
import { useOnline } from "./useOnline";

/** The signed-in user's watchlist, with the states before it has loaded. */
export function WatchlistPage() {
  const uid = useSession().user?.uid ?? null;
  const { items, error, isFetching } = useAnimeList();
  const retry = useRetryFailed();
  const online = useOnline();
  return (
    <div className="page @container py-8 sm:py-12">
      <div className="grid content-start items-center gap-x-8 gap-y-5 @min-[36rem]:grid-cols-[minmax(0,1fr)_22rem]">
        {items && (error || !online) && (
          <div className="col-span-full">
            <Notice tone="info">
              We cannot reach the server. This is your watchlist as we last saw it. What you change
              is kept, and sent as soon as it can be.
            </Notice>
          </div>
        )}
        {uid !== null && (
          <div className="col-span-full empty:hidden">
            <RefusedEdits uid={uid} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:gap-x-5">
          <h1 className="text-2xl">Watch-list</h1>
          <Link
            href="/activity"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent underline-offset-4 hover:underline"
          >
            <HistoryIcon aria-hidden="true" size={18} />
            Activity
          </Link>
          <Link
            href="/import"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent underline-offset-4 hover:underline"
          >
            <ImportIcon aria-hidden="true" size={18} />
            Import
          </Link>
          <Link
            href="/statistics"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent underline-offset-4 hover:underline"
          >
            <StatisticsIcon aria-hidden="true" size={18} />
            Statistics
          </Link>
          {uid !== null && <UnresolvedLink uid={uid} />}
        </div>
        {items ? (
          <Entries items={items} />
        ) : (
          <div className="col-span-full">
            {error ? (
              <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
            ) : (
              <Spinner text="Loading ..." />
            )}
          </div>
        )}
      </div>
    </div>
  );
}
