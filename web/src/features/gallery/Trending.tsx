import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Redirect } from "wouter";
import { popularQuery } from "@/api/query";
import { lateCode } from "@/lib/page-code";
import { Grid, GridSkeleton } from "./Grid";
import { Pagination } from "./Pagination";
import { PlainPagination } from "./PlainPagination";
import { pagePath, TOTAL_PAGES } from "./pages";

const AsOf = lateCode(() => import("./AsOf"));

interface Props {
  page: number;
  onPage: (page: number) => void;
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** The listing by popularity, a page at a time. */
export function Trending({ page, onPage, watchlisted, onToggleWatchlist }: Props) {
  const queries = useQueryClient();
  const { data, isPlaceholderData } = useQuery({
    ...popularQuery(page),
    placeholderData: keepPreviousData,
  });
  const total = data?.total_pages || TOTAL_PAGES;
  // A small catalogue has fewer pages than an address may name.
  if (page > total && !isPlaceholderData) return <Redirect to={pagePath(1)} replace />;

  return (
    <section aria-labelledby="gallery-heading" className="page grid grid-cols-1 gap-6 py-12">
      <h1 id="gallery-heading" className="text-2xl">
        Trending Anime
      </h1>
      {data?.items.length ? (
        <Grid
          key={data.page}
          items={data.items}
          stale={isPlaceholderData}
          watchlisted={watchlisted}
          onToggleWatchlist={onToggleWatchlist}
        />
      ) : (
        <GridSkeleton />
      )}
      <Pagination
        current={page}
        total={total}
        onPage={onPage}
        onAim={(target) => queries.prefetchQuery(popularQuery(target))}
      />
      <noscript>{import.meta.env.SSR && <PlainPagination current={page} total={total} />}</noscript>
      {data && <AsOf asOf={data.as_of} source={data.source} />}
    </section>
  );
}
