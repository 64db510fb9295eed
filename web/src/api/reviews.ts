import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPath, getJson, send } from "./client";
import type { components, operations } from "./schema.gen";

type Schemas = components["schemas"];

/** A review of a title. */
export type Review = Schemas["Review"];
export type ReviewWithTitle = Schemas["ReviewWithTitle"];
export type ReviewPage = Schemas["ReviewPage"];
/** A block of a review's text: a part that stands on lines of its own. */
export type Block = Schemas["ReviewBlock"];
/** A part of a line of a review's text. */
export type Inline = Schemas["ReviewInline"];
/** Where the author was with the title when the review was written. */
export type Standing = Schemas["ReviewStanding"];
/** A review as its author sees it. */
export type OwnReview = Schemas["OwnReview"];
/** The user's own review, votes and reports of a title's reviews. */
export type OwnReviewState = Schemas["OwnReviewState"];
export type OwnReviews = Schemas["OwnReviews"];
export type ReviewForm = Schemas["ReviewForm"];
/** The reader's report of a review. */
export type OwnReport = Schemas["OwnReport"];
export type ReportReason = Schemas["ReportReason"];
export type ReviewSort = NonNullable<
  NonNullable<operations["list_reviews"]["parameters"]["query"]>["sort"]
>;

/** Time for which an answer counts as new, in milliseconds. */
const AGE = 1_000;

/** The beginning of the addresses of a title's reviews. */
export const reviewsAddress = (malId: number) =>
  apiPath("/api/v1/anime/{key}/reviews", { key: malId });

/** Reads a title's reviews, in pages. */
export const reviewsQuery = (malId: number, sort: ReviewSort) =>
  infiniteQueryOptions({
    queryKey: [`${reviewsAddress(malId)}?sort=${sort}`] as const,
    queryFn: ({ queryKey: [address], pageParam, signal }) =>
      getJson<ReviewPage>(pageParam === null ? address : `${address}&after=${pageParam}`, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: AGE,
  });

/** Reads one review, with its title. */
export const reviewQuery = (id: string) => {
  const address = apiPath("/api/v1/reviews/{id}", { id });
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => getJson<ReviewWithTitle>(address, signal),
    staleTime: AGE,
  });
};

/** Reads the user's own review, votes and reports of a title's reviews. */
export const ownReviewQuery = (uid: string, malId: number) => {
  const address = apiPath("/api/v1/me/reviews/{mal_id}", { mal_id: malId });
  return queryOptions({
    queryKey: [address, uid] as const,
    queryFn: ({ signal }) => getJson<OwnReviewState>(address, signal),
  });
};

/** Reads all reviews that the user has written, newest first, in pages. */
export const ownReviewsQuery = (uid: string) =>
  infiniteQueryOptions({
    queryKey: [apiPath("/api/v1/me/reviews"), uid] as const,
    queryFn: ({ queryKey: [address], pageParam, signal }) =>
      getJson<OwnReviews>(pageParam === null ? address : `${address}?before=${pageParam}`, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: AGE,
  });

/** Renders a text as readers of the review would see it. */
export const previewQuery = (uid: string, text: string) => {
  const path = "/api/v1/reviews/preview" as const;
  return queryOptions({
    queryKey: [path, uid, text] as const,
    queryFn: () => send("POST", path, { text }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
};
