import { useState } from "react";

/** Number of items that a press adds. */
const MORE = 24;

interface Query<Item> {
  data: { pages: { items: Item[]; total: number }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
}

/** A list of which the first `few` show, and more on demand; what is not there yet is fetched then. */
export function useShowMore<Item>(query: Query<Item>, few: number) {
  const [wanted, setWanted] = useState(few);
  const all = query.data?.pages.flatMap(({ items }) => items);
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const items = all?.slice(0, wanted);
  const onMore = () => {
    // What was wanted and could not be had is asked for again.
    const next = all && all.length < wanted ? wanted : wanted + MORE;
    setWanted(next);
    if (all && all.length < next && query.hasNextPage) void query.fetchNextPage();
  };
  const isWhole = !items || (items.length === all?.length && !query.hasNextPage);
  return {
    items,
    more: items &&
      total > few && {
        shown: items.length,
        total,
        fetching: query.isFetchingNextPage,
        error: query.isFetchNextPageError ? query.error : null,
        onMore: isWhole ? null : onMore,
      },
  };
}
