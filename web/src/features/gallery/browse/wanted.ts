/** What is browsed, as the page's address says it. The server reads the same words. */
export interface Wanted {
  genre: readonly string[];
  without: readonly string[];
  type: readonly string[];
  status: readonly string[];
  season: readonly string[];
  year: Range;
  episodes: Range;
  /** Empty is any. */
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

/** As many words as the server takes of one filter. */
const MOST_WORDS = 100;
const MOST = 99_999;

/** Reads an address's query. What means nothing is left out: an old link still shows something. */
export function readWanted(query: string): Wanted {
  const params = new URLSearchParams(query);
  // Given several times, it means what it does with commas.
  const given = (name: string) => params.getAll(name).join(",").trim().toLowerCase();
  const words = (name: string, known?: readonly string[]) => {
    const read = given(name)
      .split(",")
      .map((word) => word.trim())
      .filter((word) => /^[a-z0-9-]{1,80}$/.test(word) && (known?.includes(word) ?? true));
    return [...new Set(read)].sort().slice(0, MOST_WORDS);
  };
  const sort = given("sort");
  return {
    genre: words("genre"),
    without: words("without"),
    type: words("type"),
    status: words("status", STATUSES),
    season: words("season", SEASONS),
    year: readRange(given("year")),
    episodes: readRange(given("episodes")),
    min_score: readScore(given("min_score")),
    sort: sort in SORTS ? sort : "popularity",
  };
}

/** Reads `2024`, `2010-2019`, `2020-` or `-1999`. */
export function readRange(text: string): Range {
  const [, first, dash, second] = /^(\d{0,5})(-?)(\d{0,5})$/.exec(text.trim()) ?? [];
  const end = (digits: string | undefined) => (digits ? Number(digits) : null);
  const from = end(first);
  const to = dash ? end(second) : from;
  const rises = (from ?? 0) <= (to ?? MOST);
  return rises ? { from, to } : ANY;
}

function readScore(text: string): string {
  const score = /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
  return score >= 1 && score <= 10 ? String(Math.round(score * 100) / 100) : "";
}

/** A range as an address has it; empty for all numbers. */
export function writeRange({ from, to }: Range): string {
  if (from === to) return from === null ? "" : String(from);
  return `${from ?? ""}-${to ?? ""}`;
}

/** The query of the API, letter for letter as the server writes it. */
export function writeWanted(wanted: Wanted): string {
  const pairs: [string, string][] = [
    ["genre", list(wanted.genre)],
    ["without", list(wanted.without)],
    ["type", list(wanted.type)],
    ["status", list(wanted.status)],
    ["season", list(wanted.season)],
    ["year", writeRange(wanted.year)],
    ["episodes", writeRange(wanted.episodes)],
    ["min_score", wanted.min_score],
    ["sort", wanted.sort === "popularity" ? "" : wanted.sort],
  ];
  return new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString();
}

const list = (words: readonly string[]) => [...words].sort().join(",");

/** The page's address. Commas are left as they are, for people. */
export function browsePath(wanted: Wanted): string {
  const query = writeWanted(wanted).replaceAll("%2C", ",");
  return query === "" ? "/browse" : `/browse?${query}`;
}

/** Filters are taken away; the order stays. */
export function unfiltered(wanted: Wanted): Wanted {
  return { ...readWanted(""), sort: wanted.sort };
}

/** With `word` in it if it was not there, and without it if it was. */
export function toggled(words: readonly string[], word: string): string[] {
  return words.includes(word) ? words.filter((each) => each !== word) : [...words, word];
}
