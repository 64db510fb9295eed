import { useEffect, useRef } from "react";
import { usePreferences } from "@/lib/list/preferences";
import { setTitleLanguage } from "@/lib/title-language";
import { useLibraryWatchlist } from "./useLibraryWatchlist";
import { useWatchlistStore } from "./watchlist";

/** Gives the pages the watchlist of the library, and does what was pressed before. For the app, once. */
export function useWatchlistStoreSync() {
  const { set, connect } = useWatchlistStore();
  const { watchlisted, onToggleWatchlist } = useLibraryWatchlist();
  const language = usePreferences().title_language;
  const toggle = useRef(onToggleWatchlist);
  useEffect(() => {
    toggle.current = onToggleWatchlist;
  });
  // The cards, which call titles by their names, are drawn anew with the watchlist.
  useEffect(() => {
    setTitleLanguage(language);
    set(watchlisted);
  }, [watchlisted, set, language]);
  useEffect(() => connect((malId) => toggle.current(malId)), [connect]);
}
