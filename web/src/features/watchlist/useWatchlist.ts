import { useAlert } from "@/ui/alert";

/** The visitor's watchlist, as far as a page of the catalogue needs it. */
export interface Watchlist {
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** Nobody can sign in yet: nothing is on the list, and adding asks to log in. */
export function useWatchlist(): Watchlist {
  const alert = useAlert();
  return {
    watchlisted: () => false,
    onToggleWatchlist: () => {
      const here = window.location.pathname + window.location.search;
      alert({
        title: "Log in first",
        message: "Please log in to add anime to your watchlist.",
        action: { label: "Log in", href: `/login?next=${encodeURIComponent(here)}` },
      });
    },
  };
}
