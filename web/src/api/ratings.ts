import { queryOptions } from "@tanstack/react-query";
import { apiPath, getJson } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** A title's ratings: Mitai's own score and the source's. */
export type Ratings = Schemas["RatingsBody"];
export type SourceScore = Schemas["SourceScoreBody"];
/** A whole score, and how often it was given. */
export type Bar = Schemas["BarBody"];
/** Number of people by watch status of a title. */
export type StatusCounts = Schemas["StatusesBody"];

/** Time for which an answer counts as new, in milliseconds. */
const AGE = 2_000;

/** Reads the ratings of a title. */
export const ratingsQuery = (malId: number) => {
  const address = apiPath("/api/v1/anime/{id}/ratings", { id: malId });
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => getJson<Ratings>(address, signal),
    staleTime: AGE,
  });
};
