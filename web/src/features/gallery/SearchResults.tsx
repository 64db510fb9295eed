import { useQueries } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { searchQuery } from "@/api/query";
import { useRetryFailed } from "@/api/retry";
import type { AnimeCard } from "@/api/types";
import { searchPath } from "@/lib/location";
import { buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/Notice";
import { ShowMore } from "@/ui/ShowMore";
import { AsOf } from "./AsOf";
import { Grid, GridSkeleton } from "./Grid";

interface Props {
  query: string;
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** What a search finds; "Show more" adds a page at a time. Mount it anew for each query. */
export default function SearchResults({ query, watchlisted, onToggleWatchlist }: Props) {
  const retry = useRetryFailed();
  const [shown, setShown] = useShown(query);
  const pages = useQueries({
    queries: Array.from({ length: shown }, (_, index) => searchQuery(query, index + 1)),
  });
  const first = pages[0]?.data;
  const last = pages.at(-1);
  const items = eachOnce(pages.flatMap((page) => page.data?.items ?? []));

  return (
    <>
      {first && items.length === 0 && <NothingFound query={query} />}
      {items.length > 0 && (
        <Grid items={items} watchlisted={watchlisted} onToggleWatchlist={onToggleWatchlist} />
      )}
      {last?.error && !last.data && (
        <FailureNotice error={last.error} onRetry={retry} retrying={last.isFetching} />
      )}
      {!first && <GridSkeleton />}
      {first && items.length > 0 && (
        <ShowMore
          shown={items.length}
          total={first.total}
          fetching={last?.isPending ?? false}
          onMore={shown < first.total_pages && last?.data ? () => setShown(shown + 1) : null}
        />
      )}
      {first && <AsOf asOf={first.as_of} source={first.source} />}
    </>
  );
}

/**
 * How many pages of the results show. It is kept with this place in the browser's history, so that
 * whoever comes back to it, or reloads, finds what was there; a new search begins with one.
 */
function useShown(query: string) {
  const [, navigate] = useLocation();
  const shown = useHistoryState<{ shown?: number } | null>()?.shown ?? 1;
  const setShown = (pages: number) =>
    navigate(searchPath(query), { replace: true, state: { shown: pages } });
  return [shown, setShown] as const;
}

/** Pages may overlap when the catalogue changes between two of them. */
function eachOnce(items: AnimeCard[]): AnimeCard[] {
  return [...new Map(items.map((anime) => [anime.mal_id, anime])).values()];
}

function NothingFound({ query }: { query: string }) {
  return (
    <div role="status" className="grid max-w-prose justify-items-start gap-4 pb-24">
      <p className="text-lg">No anime found for "{query}".</p>
      <ul className="list-disc pl-5 text-muted">
        <li>Try fewer words, or only the beginning of the title.</li>
        <li>Try the original title: Japanese works, in its own script or in Latin letters.</li>
      </ul>
      <Link href="/" className={buttonClass()}>
        Back to Trending Anime
      </Link>
    </div>
  );
}
