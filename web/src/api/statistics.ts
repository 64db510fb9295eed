import { queryOptions } from "@tanstack/react-query";
import { withCachedFallback } from "@/lib/offline-cache/fallback";
import { getJson } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** The statistics of a list. */
export type Statistics = Schemas["Statistics"];
export type Genre = Schemas["Genre"];
export type Liking = Schemas["Liking"];
export type WatchedTime = Schemas["WatchedTime"];
export type YearInReview = Schemas["YearInReview"];
export type ReviewedTitle = Schemas["ReviewedTitle"];

const STATISTICS = "/api/v1/me/statistics";

/** Follows from the whole list, so it is asked for anew each time it shows; mostly nothing has changed. */
function ownQuery<Answer>(address: string, uid: string) {
  return queryOptions({
    queryKey: [address, uid] as const,
    queryFn: (context) => withCachedFallback(context, getJson<Answer>(address, context.signal)),
    meta: { cached: true },
    staleTime: 0,
  });
}

/** Reads the statistics of the user's whole list. */
export const statisticsQuery = (uid: string) => ownQuery<Statistics>(STATISTICS, uid);

/** Reads the titles that the user has finished in a year. */
export const yearQuery = (uid: string, year: number) =>
  ownQuery<YearInReview>(`${STATISTICS}/${year}`, uid);

export type PictureShape = "wide" | "tall";

/** The API's address of the picture of a year in review. */
export const picturePath = (year: number, shape: PictureShape) =>
  `${STATISTICS}/${year}/picture.png?shape=${shape}`;

/** Returns whether a query reads anything that follows from the list. */
export const isOfStatistics = ({ queryKey: [address] }: { queryKey: readonly unknown[] }) =>
  String(address).startsWith(STATISTICS);
