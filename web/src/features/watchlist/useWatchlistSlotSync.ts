import { useEffect, useRef } from "react";
import { usePreferences } from "@/lib/list/preferences";
import { setTitleLanguage } from "@/lib/title-language";
import { useLibraryWatchlist } from "./useLibraryWatchlist";
import { useWatchlistSlot } from "./watchlist";

/** Gives the pages the watchlist of the library, and does what was pressed before. For the app, once. */
export function useWatchlistSlotSync() {
  const slot = useWatchlistSlot();
  const { put } = slot;
  const { watchlisted, onToggleWatchlist } = useLibraryWatchlist();
  const language = usePreferences().title_language;
  const toggle = useRef(onToggleWatchlist);
  useEffect(() => {
    toggle.current = onToggleWatchlist;
  });
  // The cards, which call titles by their names, are drawn anew with the watchlist.
  useEffect(() => {
    setTitleLanguage(language);
    put({ watchlisted, onToggleWatchlist: (malId: number) => toggle.current(malId) });
  }, [watchlisted, put, language]);
  useEffect(() => {
    // A page that is just hydrated has the watchlist of before: what is pressed there waits no more.
    slot.press = (malId) => toggle.current(malId);
    slot.early.splice(0).forEach(slot.press);
  }, [slot]);
}
