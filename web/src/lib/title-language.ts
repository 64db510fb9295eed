import { useSyncExternalStore } from "react";
import type { Preferences } from "@/api/list";
import { preferName } from "./names";

type Language = Preferences["title_language"];

let current: Language = "english";
const listeners = new Set<() => void>();

/** Has all titles called by their names in this language, as far as these are known. */
export function setTitleLanguage(language: Language) {
  if (language === current) return;
  current = language;
  if (language === "english") preferName(({ title_english }) => title_english);
  else if (language === "japanese") preferName(({ title_japanese }) => title_japanese);
  // The default name is the one in romaji.
  else preferName(() => null);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of titles, for what keeps their names: it has to be made anew. */
export const useTitleLanguage = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => "english" as const,
  );
