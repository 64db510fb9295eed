import { formatCount, formatScore } from "@/lib/format";

/** What people read for who told a score. */
const sources: Readonly<Record<string, string>> = {
  "built-in": "Built-in catalogue",
  jikan: "MyAnimeList",
  "jikan-import": "MyAnimeList",
};

export const sourceName = (source: string) => sources[source] ?? source;

/** How sure a score is, in plain words. */
export function certainty(low: number, high: number): string {
  const [from, to] = [formatScore(low), formatScore(high)];
  if (from === to) return "Sure to this decimal with 95\u00a0% certainty";
  return `Between ${from} and ${to} with 95\u00a0% certainty`;
}

/** "1 rating", "1,234 ratings". */
export const ratingCount = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "rating" : "ratings"}`;
