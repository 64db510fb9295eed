import type { ListItem, Status } from "@/api/list";
import { displayTitle } from "@/lib/names";
import { type Sort, sortKeys } from "./sorts";

/** The filters and the order of the list. */
export interface WatchlistQuery {
  /** The watch status; null for all. */
  status: Status | null;
  /** The title's first genre; null for all. */
  genre: string | null;
  /** The search text, as typed. */
  search: string;
  tag: string | null;
  /** The lowest score of the user from 1 to 100, or "none" for titles without one; null for all. */
  score: string | null;
  kind: string | null;
  airing: ListItem["airing"] | null;
  /** The order; null for newest first. */
  sort: Sort | null;
}

/** The filters that let every title show. */
export const noFilters: Omit<WatchlistQuery, "sort"> = {
  status: null,
  genre: null,
  search: "",
  tag: null,
  score: null,
  kind: null,
  airing: null,
};

let collator: Intl.Collator | undefined;
/** Made when it is first used: the server's engine, which loads this module, has none. */
const order = () => {
  collator ??= new Intl.Collator("en", { sensitivity: "base", numeric: true });
  return collator;
};
const folded = new WeakMap<ListItem, string>();

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

/** Returns all names of a title, folded, so that each is found. */
function searchable(item: ListItem): string {
  let text = folded.get(item);
  if (text === undefined) {
    text = fold([item.title_english, item.title, item.title_japanese].join("\n"));
    folded.set(item, text);
  }
  return text;
}

const byName = (names: Iterable<string>) => [...new Set(names)].sort(order().compare);

/** The distinct first genres of the items, by name. */
export const firstGenres = (items: readonly ListItem[]) =>
  byName(items.flatMap(({ genres }) => genres.slice(0, 1)));

/** The distinct tags and forms of publication of the items, by name. */
export const allTags = (items: readonly ListItem[]) => byName(items.flatMap(({ tags }) => tags));
export const allKinds = (items: readonly ListItem[]) =>
  byName(items.flatMap(({ kind }) => kind ?? []));

/** How many items have each status. */
export function statusCounts(items: readonly ListItem[]): ReadonlyMap<Status, number> {
  const counts = new Map<Status, number>();
  for (const { status } of items) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

let ranks = new Map<string, number>();

/** The place of each name among all: to compare names takes long, and an edit of an entry changes none. */
function ranksOf(names: readonly string[]): ReadonlyMap<string, number> {
  if (!names.every((name) => ranks.has(name))) {
    ranks = new Map(byName(names).map((name, rank) => [name, rank]));
  }
  return ranks;
}

/** Returns the items in an order, the unknown last either way; equal ones by title. */
export function sorted(items: readonly ListItem[], sort: Sort | null): readonly ListItem[] {
  if (sort === null) return items;
  const sign = sort.endsWith("-asc") ? 1 : -1;
  const keyOf = sortKeys[sort.replace(/-(asc|desc)$/, "") as keyof typeof sortKeys].key;
  const ranksByName = ranksOf(items.map(displayTitle));
  const rankOf = (item: ListItem) => ranksByName.get(displayTitle(item)) ?? 0;
  return items
    .map((item) => {
      const rank = rankOf(item);
      const value = keyOf === null ? rank : keyOf(item);
      const key = value === null ? Number.POSITIVE_INFINITY : sign * value;
      return { item, key, rank };
    })
    .sort((a, b) => (a.key === b.key ? a.rank - b.rank : a.key - b.key))
    .map(({ item }) => item);
}

function hasScore({ score }: ListItem, minimum: string): boolean {
  return minimum === "none" ? score === null : score !== null && score >= Number(minimum);
}

export function filtered(
  items: readonly ListItem[],
  { status, genre, search, tag, score, kind, airing }: Omit<WatchlistQuery, "sort">,
): readonly ListItem[] {
  const text = fold(search.trim());
  const tests: ((item: ListItem) => boolean)[] = [];
  if (status !== null) tests.push((item) => item.status === status);
  if (genre !== null) tests.push((item) => item.genres[0] === genre);
  if (tag !== null) tests.push((item) => item.tags.includes(tag));
  if (score !== null) tests.push((item) => hasScore(item, score));
  if (kind !== null) tests.push((item) => item.kind === kind);
  if (airing !== null) tests.push((item) => item.airing === airing);
  if (text !== "") tests.push((item) => searchable(item).includes(text));
  return tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item)));
}
