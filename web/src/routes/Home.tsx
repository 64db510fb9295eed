import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Redirect, useLocation } from "wouter";
import { heroQuery, popularQuery } from "@/api/query";
import { useRetryFailed } from "@/api/retry";
import { GridSkeleton } from "@/features/gallery/Grid";
import { isPagePath, pageFromUrl, pagePath } from "@/features/gallery/pages";
import { Trending } from "@/features/gallery/Trending";
import { HeroRegion } from "@/features/hero/HeroRegion";
import { useWatchlist, type Watchlist } from "@/features/watchlist/useWatchlist";
import { useUrlParam } from "@/lib/location";
import { scrollToTop } from "@/lib/motion";
import { useArrivalNotice } from "@/lib/notice";
import { SearchResults } from "@/pages";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { KeptNotice } from "@/ui/KeptNotice";
import { FailureNotice, Notice } from "@/ui/Notice";
import { usePageTitle } from "@/ui/page-title";

/** "/": the hero and the listing, or what a search finds. */
export default function Home() {
  const query = useUrlParam("search")?.trim();
  const watchlist = useWatchlist();
  return query ? <Found query={query} {...watchlist} /> : <Front {...watchlist} />;
}

function Found({ query, ...watchlist }: { query: string } & Watchlist) {
  usePageTitle(`Search Results for "${query}"`);
  return (
    <ErrorBoundary key={query} region="the search results">
      <section aria-labelledby="gallery-heading" className="page grid gap-6 py-12">
        <h1 id="gallery-heading" className="text-2xl">
          Search Results for "{query}"
        </h1>
        <Suspense fallback={<GridSkeleton />}>
          <SearchResults query={query} {...watchlist} />
        </Suspense>
      </section>
    </ErrorBoundary>
  );
}

function Front(watchlist: Watchlist) {
  const named = useUrlParam("page");
  const page = pageFromUrl(named);
  const [, navigate] = useLocation();
  const notice = useArrivalNotice();
  usePageTitle(page === 1 ? "Trending Anime" : `Trending Anime, page ${page}`);

  const goTo = (target: number) => {
    if (target !== page) navigate(pagePath(target));
    scrollToTop();
  };
  return (
    <>
      {!isPagePath(named) && <Redirect to={pagePath(page)} replace />}
      {notice && (
        <div className="page py-4">
          <Notice tone="info">{notice}</Notice>
        </div>
      )}
      <FrontFailure page={page} />
      <ErrorBoundary region="the featured anime">
        <HeroRegion {...watchlist} />
      </ErrorBoundary>
      <ErrorBoundary region="the gallery">
        <Trending page={page} onPage={goTo} {...watchlist} />
      </ErrorBoundary>
    </>
  );
}

/**
 * One notice, whether the gallery, the hero or both cannot be had, or only as they were. It stays below the bar while the
 * page scrolls, because what is missing may be far from where the reader is.
 */
function FrontFailure({ page }: { page: number }) {
  const gallery = useQuery(popularQuery(page));
  const hero = useQuery(heroQuery());
  const retry = useRetryFailed();
  const failed = [gallery, hero].find(({ error, data }) => error && !data);
  if (!failed) return <KeptNotice of={[gallery, hero]} />;
  return (
    <div className="failure-bar page sticky top-bar z-30 py-4">
      <FailureNotice error={failed.error} onRetry={retry} />
    </div>
  );
}
