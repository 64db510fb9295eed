import { Suspense, useCallback } from "react";
import { Redirect, useLocation } from "wouter";
import { GridSkeleton } from "@/features/gallery/Grid";
import { isPagePath, pageFromUrl, pagePath } from "@/features/gallery/pages";
import { Trending } from "@/features/gallery/Trending";
import { HeroRegion } from "@/features/hero/HeroRegion";
import { useWatchlist, type Watchlist } from "@/features/watchlist/watchlist";
import { useUrlParam } from "@/lib/location";
import { scrollToTop } from "@/lib/motion";
import { lateCode } from "@/lib/page-code";
import { SearchResults } from "@/pages";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { usePageTitle } from "@/ui/page-title";

const FrontNotices = lateCode(() => import("@/features/gallery/FrontNotices"));

/** "/": the hero and the listing, or the results of a search. */
export default function Home() {
  const query = useUrlParam("search")?.trim();
  const watchlist = useWatchlist();
  return query ? <Found query={query} {...watchlist} /> : <Front {...watchlist} />;
}

function Found({ query, ...watchlist }: { query: string } & Watchlist) {
  usePageTitle(`Search Results for "${query}"`);
  return (
    <ErrorBoundary key={query} region="the search results">
      <section aria-labelledby="gallery-heading" className="page grid grid-cols-1 gap-6 py-12">
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
  usePageTitle(page === 1 ? "Trending Anime" : `Trending Anime, page ${page}`);

  // The form for a page number, which is a late part, takes it: a new one would drop what the server rendered
  const goTo = useCallback(
    (target: number) => {
      if (target !== page) navigate(pagePath(target));
      scrollToTop();
    },
    [page, navigate],
  );
  return (
    <>
      {!isPagePath(named) && <Redirect to={pagePath(page)} replace />}
      <FrontNotices page={page} />
      <ErrorBoundary region="the featured anime">
        <HeroRegion {...watchlist} />
      </ErrorBoundary>
      <ErrorBoundary region="the gallery">
        <Trending page={page} onPage={goTo} {...watchlist} />
      </ErrorBoundary>
    </>
  );
}
