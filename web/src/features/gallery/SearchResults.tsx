import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import { searchQuery } from "@/api/query";
import { useRetryFailed } from "@/api/retry";
import { searchPath, useUrlParam } from "@/lib/location";
import { buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { ShowMore } from "@/ui/ShowMore";
import AsOf from "./AsOf";
import { FoundCounts, FoundNames, useFoundNames } from "./FoundNames";
import { GridSkeleton } from "./Grid";
import { PlacedGrid } from "./PlacedGrid";
import { pageFromUrl } from "./pages";
import { AT_ONCE, eachOnce, inOrder, pagesToShow, useShownPages } from "./shown-pages";
import { useScrollRestoration } from "./useScrollRestoration";

interface Props {
  query: string;
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** The results of a search; "Show more" adds a page at a time. Use a new key for each query. */
export default function SearchResults({ query, watchlisted, onToggleWatchlist }: Props) {
  const retry = useRetryFailed();
  const { first, items, more, ...pages } = usePages(query);
  const top = useRef<HTMLParagraphElement>(null);
  const names = useFoundNames(query, top);
  const isEmpty = first !== undefined && items.length === 0;
  const namesFirst = isEmpty || names.areFirst;
  // Names that have shown in a place once stay there.
  const namesShow = isEmpty || !names.isPlaceAwaited;

  return (
    <>
      <p ref={top} className="-mt-4 min-h-6 text-muted tabular-nums">
        {first && <FoundCounts titles={first.total} counts={namesShow ? names.counts : null} />}
      </p>
      {namesFirst && <FoundNames names={names} />}
      {isEmpty && <NothingFound query={query} names={names} />}
      <PlacedGrid
        place={pages.place}
        missing={pages.missing}
        items={items}
        watchlisted={watchlisted}
        onToggleWatchlist={onToggleWatchlist}
      />
      {pages.error && (
        <FailureNotice error={pages.error} onRetry={retry} retrying={pages.retrying} />
      )}
      {!first && !pages.place.style && <GridSkeleton />}
      {first && items.length > 0 && (
        <ShowMore
          shown={items.length}
          total={first.total}
          fetching={pages.fetchingMore}
          onMore={more}
          nextPath={pages.nextPath}
        />
      )}
      {first && <AsOf asOf={first.as_of} source={first.source} />}
      {first && namesShow && !namesFirst && <FoundNames names={names} />}
    </>
  );
}

/** As many pages of the results as the address says, from the one that it names on, or as many as there are. */
function usePages(query: string) {
  const queries = useQueryClient();
  const start = pageFromUrl(useUrlParam("page"));
  const list = searchPath(query, start);
  const { requested, show } = useShownPages(list);
  const page = (index: number) => searchQuery(query, start + index);
  const all = queries.getQueryData(page(0).queryKey)?.total_pages ?? 1;
  const total = Math.max(1, all - start + 1);
  const fetched = (count: number) => queries.getQueryState(page(count - 1).queryKey) !== undefined;
  const shown = Math.max(1, pagesToShow(Math.min(requested, total), fetched));
  const results = useQueries({
    queries: Array.from({ length: shown }, (_, index) => page(index)),
  });
  const pages = inOrder(results);
  const whole = pages.length === shown;
  const error = results.find(({ error, data }) => error && !data)?.error ?? null;
  const place = useScrollRestoration(list, whole || error !== null);
  const more = () => {
    queries.prefetchQuery(page(shown));
    show(shown + 1);
  };
  return {
    first: pages[0],
    items: eachOnce(pages),
    place,
    missing: Math.max(1, Math.min(requested, AT_ONCE) - pages.length),
    error,
    retrying: results.some(({ isFetching }) => isFetching),
    fetchingMore: results.some(({ isPending, error }) => isPending && !error),
    more: whole && shown < total ? more : null,
    nextPath: shown < total ? searchPath(query, start + shown) : null,
  };
}

interface NothingFoundProps {
  query: string;
  names: ReturnType<typeof useFoundNames>;
}

/** Where names are found, they come first, and this is a line. It waits until that is known, so that it does not move. */
function NothingFound({ query, names: { areFound, isAwaited } }: NothingFoundProps) {
  const text = `No anime found for "${query}".`;
  if (areFound) {
    return (
      <p role="status" className="text-muted">
        {text}
      </p>
    );
  }
  return (
    <div
      role="status"
      className={`grid max-w-text justify-items-start gap-4 pb-24 ${isAwaited ? "invisible noscript:visible" : ""}`}
    >
      <p className="text-lg">{text}</p>
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
