import { BrowsePage } from "@/features/gallery/browse/BrowsePage";
import { useWatchlist } from "@/features/watchlist/watchlist";
import { usePageTitle } from "@/ui/page-title";

/** "/browse": the whole catalogue, filtered as the address says. */
export default function Browse() {
  usePageTitle("Browse Anime");
  return <BrowsePage {...useWatchlist()} />;
}
