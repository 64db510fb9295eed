import type { Entry } from "@/api/types";
import { displayTitle } from "@/lib/names";

/** The filters and the order of the watchlist. */
export interface WatchlistQuery {
  /** A first genre; null is all. */
  genre: string | null;
  /** As typed. */
  search: string;
  /** Null is newest first. */
  sort: Sort | null;
}

export type Sort = "rating-asc" | "rating-desc";

let collator: Intl.Collator | undefined;
/** Made when it is first used: the server's engine, which loads this module, has none. */
const order = () => {
  collator ??= new Intl.Collator("en", { sensitivity: "base", numeric: true });
  return collator;
};
const folded = new WeakMap<Entry, string>();

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

/** Both titles, so that either is found. */
function searchable(entry: Entry): string {
  let text = folded.get(entry);
  if (text === undefined) {
    text = fold(`${displayTitle(entry)}\n${entry.title}`);
    folded.set(entry, text);
  }
  return text;
}

/** The distinct first genres of the entries, by name. */
export function firstGenres(entries: readonly Entry[]): string[] {
  const names = new Set(entries.flatMap(({ genres }) => genres.slice(0, 1)));
  return [...names].sort(order().compare);
}

/** By rating, the unknown ones last either way; equal ones by title. */
export function sorted(entries: readonly Entry[], sort: Sort | null): readonly Entry[] {
  if (sort === null) return entries;
  const unknown = sort === "rating-asc" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const sign = sort === "rating-asc" ? 1 : -1;
  return entries
    .map((entry) => ({ entry, score: entry.score || unknown, title: displayTitle(entry) }))
    .sort((a, b) =>
      a.score === b.score ? order().compare(a.title, b.title) : sign * (a.score - b.score),
    )
    .map(({ entry }) => entry);
}

export function filtered(
  entries: readonly Entry[],
  { genre, search }: Pick<WatchlistQuery, "genre" | "search">,
): readonly Entry[] {
  const text = fold(search.trim());
  if (genre === null && text === "") return entries;
  return entries.filter(
    (entry) =>
      (genre === null || entry.genres[0] === genre) &&
      (text === "" || searchable(entry).includes(text)),
  );
}
