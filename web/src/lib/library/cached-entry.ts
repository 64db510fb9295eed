import type { QueryClient } from "@tanstack/react-query";
import type { ListItem } from "@/api/list";
import type { AnimeCard, Entry } from "@/api/types";

function isTitle(data: unknown): data is Entry | AnimeCard {
  return typeof data === "object" && data !== null && "title_english" in data && "genres" in data;
}

/** The titles in an answer of the API: a page of cards, one title's details, a user's lists. */
function titlesIn(data: unknown): unknown[] {
  if (typeof data !== "object" || data === null) return [];
  if (isTitle(data)) return [data];
  return Object.values(data).flatMap((value) => (Array.isArray(value) ? value : []));
}

/** What this tab has read about a title, as an entry; null if that is too little. */
export function cachedEntry(queries: QueryClient, malId: number): Entry | null {
  for (const { state } of queries.getQueryCache().getAll()) {
    const title = titlesIn(state.data).find((each) => isTitle(each) && each.mal_id === malId);
    if (isTitle(title)) return entryOf(title);
  }
  return null;
}

function entryOf(title: Entry | AnimeCard): Entry {
  return {
    mal_id: title.mal_id,
    title: title.title,
    title_english: title.title_english ?? null,
    title_japanese: title.title_japanese ?? null,
    image_url: title.image_url ?? null,
    // A title of the anime list has the user's score beside the catalogue's.
    score: ("mean" in title ? (title as ListItem).mean : title.score) ?? null,
    popularity: title.popularity ?? null,
    genres: title.genres,
  };
}
