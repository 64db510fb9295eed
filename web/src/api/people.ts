import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPath, getJson } from "./client";
import type { components } from "./schema.gen";
import type { Reads } from "./types";

type Schemas = components["schemas"];

export type Audience = Schemas["Audience"];
/** Somebody's page, as others see it. */
export type UserPage = Schemas["UserPage"];
/** The facts of a title on somebody's page. */
export type PageTitle = Schemas["PageTitle"];
/** The user's own page, as its owner sees it. */
export type OwnPage = Schemas["OwnPage"];
export type PageForm = Schemas["PageForm"];
/** A page of somebody's list, without private entries. */
export type PublicList = Schemas["PublicList"];
export type PublicEntry = Schemas["PublicEntry"];
export type ListComparison = Schemas["ListComparison"];
export type Agreement = Schemas["Agreement"];
export type ComparedTitle = Schemas["ComparedTitle"];
/** A user's reviews, paged. */
export type UserReviews = Schemas["UserReviews"];
export type PublicNumbers = Reads["/api/v1/users/{name}/statistics"];

/** Parameters of an address; those that are null are left out. */
type Params = Readonly<Record<string, string | number | null>>;

type Part = "" | "/list" | "/statistics" | "/comparison" | "/reviews";

/** The API's address of somebody's page, or of a part of it. */
export function userAddress(part: Part, name: string, params: Params): string {
  const present = Object.entries(params).filter((param): param is [string, string | number] => {
    return param[1] !== null;
  });
  return apiPath(`/api/v1/users/{name}${part}`, { name }, Object.fromEntries(present));
}

/**
 * A read that answers the owner otherwise than others: its key names who reads, after the address. What the server
 * painted is under the address alone.
 */
export function readAs<Answer extends object>(address: string, uid: string | null) {
  return queryOptions({
    queryKey: uid === null ? [address] : [address, uid],
    queryFn: ({ signal }) => getJson<Answer>(address, signal),
    // After editing the own page its fresh state is shown.
    ...(uid !== null && { staleTime: 0 }),
  });
}

/** Somebody's reviews, newest first, in parts; `first` shows until the first one is there. */
export const userReviewsQuery = (
  address: string,
  uid: string | null,
  first: UserReviews | undefined,
) =>
  infiniteQueryOptions({
    queryKey: [address, uid] as const,
    queryFn: ({ pageParam, signal }) => {
      const mark = address.includes("?") ? "&" : "?";
      return getJson<UserReviews>(
        pageParam === null ? address : `${address}${mark}before=${pageParam}`,
        signal,
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    ...(first && { placeholderData: { pages: [first], pageParams: [null] } }),
  });

const OWN = "/api/v1/me/page";

/** Reads the user's own page; null where there is none. */
export const ownPageQuery = (uid: string) =>
  queryOptions({
    queryKey: [OWN, uid] as const,
    queryFn: async ({ signal }) => (await getJson<Reads["/api/v1/me/page"]>(OWN, signal)).page,
  });
