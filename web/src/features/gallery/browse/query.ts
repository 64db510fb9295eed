/** The filters and the order of the browse page, as its address has them. The server reads the same words. */
export interface BrowseQuery {
  genre: readonly string[];
  without: readonly string[];
  type: readonly string[];
  status: readonly string[];
  season: readonly string[];
  year: Range;
  episodes: Range;
  /** The lowest mean score from 1 to 10; empty for any. */
  min_score: string;
  sort: string;
}

/** Whole numbers from one to another, both included; null is no end. */
export interface Range {
  from: number | null;
  to: number | null;
}

export const ANY: Range = { from: null, to: null };

const STATUSES = ["upcoming", "airing", "finished"];
const SEASONS = ["winter", "spring", "summer", "fall"];

/** The orders by what an address calls them; the first is the default. */
export const SORTS = {
  popularity: "Most popular",
  score: "Best rated",
  favorites: "Most loved",
  newest: "Newest",
  oldest: "Oldest",
  title: "A to Z",
} as const;

/** The largest number of words that the server takes of one filter. */
const MAX_WORDS = 100;
const MAX_NUMBER = 99_999;

/** Parses an address's query string. Unknown values are left out: an old link still shows something. */
export function parseQuery(text: string): BrowseQuery {
  const params = new URLSearchParams(text);
  // A repeated parameter means the same as one with commas.
  const param = (name: string) => params.getAll(name).join(",").trim().toLowerCase();
  const words = (name: string, known?: readonly string[]) => {
    const read = param(name)
      .split(",")
      .map((word) => word.trim())
      .filter((word) => /^[a-z0-9-]{1,80}$/.test(word) && (known?.includes(word) ?? true));
    return [...new Set(read)].sort().slice(0, MAX_WORDS);
  };
  const sort = param("sort");
  return {
    genre: words("genre"),
    without: words("without"),
    type: words("type"),
    status: words("status", STATUSES),
    season: words("season", SEASONS),
    year: readRange(param("year")),
    episodes: readRange(param("episodes")),
    min_score: readScore(param("min_score")),
    sort: sort in SORTS ? sort : "popularity",
  };
}

/** Reads a range from an address: `2024`, `2010-2019`, `2020-` or `-1999`. */
export function readRange(text: string): Range {
  const [, first, dash, second] = /^(\d{0,5})(-?)(\d{0,5})$/.exec(text.trim()) ?? [];
  const end = (digits: string | undefined) => (digits ? Number(digits) : null);
  const from = end(first);
  const to = dash ? end(second) : from;
  const rises = (from ?? 0) <= (to ?? MAX_NUMBER);
  return rises ? { from, to } : ANY;
}

function readScore(text: string): string {
  const score = /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
  return score >= 1 && score <= 10 ? String(Math.round(score * 100) / 100) : "";
}

/** Returns a range as an address has it; empty for all numbers. */
export function writeRange({ from, to }: Range): string {
  if (from === to) return from === null ? "" : String(from);
  return `${from ?? ""}-${to ?? ""}`;
}

/** Returns the API's query, letter for letter as the server writes it. */
export function formatQuery(query: BrowseQuery): string {
  const pairs: [string, string][] = [
    ["genre", list(query.genre)],
    ["without", list(query.without)],
    ["type", list(query.type)],
    ["status", list(query.status)],
    ["season", list(query.season)],
    ["year", writeRange(query.year)],
    ["episodes", writeRange(query.episodes)],
    ["min_score", query.min_score],
    ["sort", query.sort === "popularity" ? "" : query.sort],
  ];
  return new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString();
}

const list = (words: readonly string[]) => [...words].sort().join(",");

/** The page's address, from a cursor of its list on. Commas are left as they are, for people. */
export function browsePath(query: BrowseQuery, cursor: string | null = null): string {
  const filters = formatQuery(query).replaceAll("%2C", ",");
  const text = [filters, cursor && `cursor=${cursor}`].filter(Boolean).join("&");
  return text === "" ? "/browse" : `/browse?${text}`;
}

/** Returns the query without its filters, in the same order. */
export function unfiltered(query: BrowseQuery): BrowseQuery {
  return { ...parseQuery(""), sort: query.sort };
}

/** Returns the words with `word` added if it was absent, and removed if it was there. */
export function toggled(words: readonly string[], word: string): string[] {
  return words.includes(word) ? words.filter((each) => each !== word) : [...words, word];
}
