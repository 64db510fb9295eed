import { useLocation } from "wouter";
import { pageFromUrl, pagePath } from "@/features/gallery/pages";
import { SearchResults } from "@/features/gallery/SearchResults";
import { Trending } from "@/features/gallery/Trending";
import { HeroRegion } from "@/features/hero/HeroRegion";
import { useWatchlist, type Watchlist } from "@/features/watchlist/useWatchlist";
import { useUrlParam } from "@/lib/location";
import { scrollToTop } from "@/lib/motion";
import { useArrivalNotice } from "@/lib/notice";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Notice } from "@/ui/Notice";
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
      <SearchResults query={query} {...watchlist} />
    </ErrorBoundary>
  );
}

function Front(watchlist: Watchlist) {
  const page = pageFromUrl(useUrlParam("page"));
  const [, navigate] = useLocation();
  const notice = useArrivalNotice();
  usePageTitle(page === 1 ? "Trending Anime" : `Trending Anime, page ${page}`);

  const goTo = (target: number) => {
    if (target !== page) navigate(pagePath(target));
    scrollToTop();
  };
  return (
    <>
      {notice && (
        <div className="page py-4">
          <Notice tone="info">{notice}</Notice>
        </div>
      )}
      <ErrorBoundary region="the featured anime">
        <HeroRegion {...watchlist} />
      </ErrorBoundary>
      <ErrorBoundary region="the gallery">
        <Trending page={page} onPage={goTo} {...watchlist} />
      </ErrorBoundary>
    </>
  );
}
