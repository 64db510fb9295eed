import type { ListItem } from "@/api/list";

type Key = (item: ListItem) => number | null;

/** "2019-04" as 20190400: what is not known of a date comes before what is. */
const dateKey = (date: string | null) =>
  date === null ? null : Number(date.replaceAll("-", "").padEnd(8, "0"));

/** The list's sort keys; unknown values are null, and so is a zero that stands for an unknown value. */
export const sortKeys = {
  title: { label: "Title", key: null },
  progress: { label: "Progress", key: ({ progress }) => progress },
  "my-score": { label: "My score", key: ({ score }) => score },
  rating: { label: "Rating", key: ({ mean }) => mean || null },
  popularity: { label: "Popularity", key: ({ popularity }) => popularity || null },
  added: { label: "Added", key: ({ added_at }) => Date.parse(added_at) },
  started: { label: "Started", key: ({ started }) => dateKey(started) },
  finished: { label: "Finished", key: ({ finished }) => dateKey(finished) },
  episodes: { label: "Episodes", key: ({ episodes }) => episodes },
  year: { label: "Year", key: ({ year }) => year },
} as const satisfies Record<string, { label: string; key: Key | null }>;

export type SortKey = keyof typeof sortKeys;
export type Sort = `${SortKey}-${"asc" | "desc"}`;

export function isSort(text: string | null): text is Sort {
  const [, key] = /^(.+)-(?:asc|desc)$/.exec(text ?? "") ?? [];
  return key !== undefined && Object.hasOwn(sortKeys, key);
}

/** Which end one wants to see first: the best, the most, the latest; but names and ranks from their beginning. */
export const usualSort = (key: SortKey): Sort =>
  key === "title" || key === "popularity" ? `${key}-asc` : `${key}-desc`;
