import type { BrowseFacets } from "@/api/types";
import { ANY, type BrowseQuery, type Range } from "./query";

/** A filter that is set, and the query without it. */
export interface Chip {
  label: string;
  without: BrowseQuery;
}

export const statusNames: Record<string, string> = {
  upcoming: "Not yet aired",
  airing: "Airing now",
  finished: "Finished",
};

/** "slice-of-life" is "Slice of Life" where the server says so, else "Slice of life". */
export function named(word: string, choices: readonly { value: string; name: string }[] = []) {
  return choices.find(({ value }) => value === word)?.name ?? capital(word.replaceAll("-", " "));
}

export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Returns a range of years in words: "2010 to 2019", "from 2010", "until 2019". */
export function rangeText({ from, to }: Range): string {
  if (from === to) return String(from);
  if (from === null) return `until ${to}`;
  return to === null ? `from ${from}` : `${from} to ${to}`;
}

/** Returns a range in words: "1 episode", "2 to 13 episodes", "53 or more episodes". */
export function episodesText({ from, to }: Range): string {
  if (from === 1 && to === 1) return "1 episode";
  if (to === null) return `${from} or more episodes`;
  if (from === null) return `at most ${to} episodes`;
  return `${rangeText({ from, to })} episodes`;
}

const isOpen = ({ from, to }: Range) => from === null && to === null;

/** Every filter that is set, in the order of the form. */
export function chipsOf(query: BrowseQuery, facets: BrowseFacets | null): Chip[] {
  const each = (
    filter: "genre" | "without" | "type" | "status" | "season",
    label: (word: string) => string,
  ): Chip[] =>
    query[filter].map((word) => ({
      label: label(word),
      without: { ...query, [filter]: query[filter].filter((other) => other !== word) },
    }));
  const single = (set: boolean, label: string, without: Partial<BrowseQuery>): Chip[] =>
    set ? [{ label, without: { ...query, ...without } }] : [];
  const { year, episodes, min_score } = query;
  return [
    ...each("genre", (word) => named(word, facets?.genres)),
    ...each("without", (word) => `not ${named(word, facets?.genres)}`),
    ...single(!isOpen(year), capital(rangeText(year)), { year: ANY }),
    ...each("season", capital),
    ...each("type", (word) => named(word, facets?.types)),
    ...each("status", (word) => statusNames[word] ?? word),
    ...single(min_score !== "", `Score ${min_score} or more`, { min_score: "" }),
    ...single(!isOpen(episodes), capital(episodesText(episodes)), { episodes: ANY }),
  ];
}
