import type { ListItem } from "@/api/list";
import type { AnimeDetails } from "@/api/types";
import { plannedItem } from "@/lib/list/useAnimeList";

const airings: Readonly<Record<string, ListItem["airing"]>> = {
  "Finished Airing": "finished",
  "Currently Airing": "airing",
  "Not yet aired": "not_yet_aired",
};

/** Returns a title that is not on the list as the item that it would be there. */
export function itemOfDetails(anime: AnimeDetails): ListItem {
  const { mal_id, title, title_english, title_japanese, image_url, popularity, genres } = anime;
  return {
    ...plannedItem({ mal_id, title, title_english, image_url, popularity, genres, score: null }),
    title_japanese,
    mean: anime.score,
    episodes: anime.episodes,
    airing: airings[anime.status ?? ""] ?? "unknown",
    kind: anime.type,
    year: anime.year,
  };
}
