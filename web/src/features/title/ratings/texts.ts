import { formatCount } from "@/lib/format";

/** The displayed name of a score's source. */
const sources: Readonly<Record<string, string>> = {
  "built-in": "Built-in catalogue",
  jikan: "MyAnimeList",
  "jikan-import": "MyAnimeList",
};

export const sourceName = (source: string) => sources[source] ?? source;

/** Returns a number of ratings in words: "1 rating", "1,234 ratings". */
export const ratingCount = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "rating" : "ratings"}`;
