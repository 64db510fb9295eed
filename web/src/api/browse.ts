import { queryOptions } from "@tanstack/react-query";
import { getJson } from "./client";
import type { BrowsePage } from "./types";

/** A part of what the filters of `query` let through: the first, or the one that `cursor` begins. */
export const browsePageQuery = (query: string, cursor?: string) => {
  const parts = [query, cursor === undefined ? "" : `cursor=${cursor}`].filter(Boolean).join("&");
  const address = parts === "" ? "/api/v1/browse" : `/api/v1/browse?${parts}`;
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => getJson<BrowsePage>(address, signal),
  });
};
