import { useLocation } from "wouter";
import { useUrlParam } from "@/lib/location";
import type { Sort, WatchlistQuery } from "./select";

const sorts: readonly (string | null)[] = ["rating-asc", "rating-desc"] satisfies Sort[];

/** The watchlist's filters and order are in the address, so that reload, sharing and Back keep them. */
export function useWatchlistQuery(): [WatchlistQuery, (changes: Partial<WatchlistQuery>) => void] {
  const [path, navigate] = useLocation();
  const sort = useUrlParam("sort");
  const query: WatchlistQuery = {
    genre: useUrlParam("genre"),
    search: useUrlParam("search") ?? "",
    sort: sorts.includes(sort) ? (sort as Sort) : null,
  };
  const changeQuery = (changes: Partial<WatchlistQuery>) => {
    const address = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, ...changes })) {
      if (value) address.set(name, value);
    }
    // Each letter typed would be a step back otherwise.
    navigate(address.size === 0 ? path : `${path}?${address}`, { replace: true });
  };
  return [query, changeQuery];
}
