import { useDeferredValue, useMemo, useRef } from "react";
import type { ListItem } from "@/api/list";
import { useListEdit } from "@/lib/list/useListEdit";
import { useTitleLanguage } from "@/lib/title-language";
import { EmptyList } from "./Empty";
import { GenreChips, SearchField } from "./Filters";
import { Listed } from "./Listed";
import { StatusTabs } from "./StatusTabs";
import { filtered, firstGenres, sorted, type WatchlistQuery } from "./select";
import { useWatchlistQuery } from "./useWatchlistQuery";

interface Props {
  /** The entries of the list, newest first. */
  items: readonly ListItem[];
}

/** The list with its filters. What is typed and pressed shows at once, and the rows follow. */
export function Entries({ items }: Props) {
  const [query, changeQuery] = useWatchlistQuery();
  const change = useListEdit();
  const { all, shown } = useShown(items, query);
  const genres = useMemo(() => firstGenres(all), [all]);
  const box = useRef<HTMLDivElement>(null);
  return (
    <>
      {all.length > 0 && (
        <SearchField text={query.search} onText={(search) => changeQuery({ search })} />
      )}
      <div ref={box} tabIndex={-1} className="col-span-full min-w-0 outline-none">
        {all.length === 0 ? (
          <EmptyList />
        ) : (
          <StatusTabs items={all} selected={query.status} onSelect={changeQuery}>
            <GenreChips genres={genres} selected={query.genre} onSelect={changeQuery} />
            <Listed
              box={box}
              all={all}
              shown={shown}
              query={query}
              onQuery={changeQuery}
              change={change}
            />
          </StatusTabs>
        )}
      </div>
    </>
  );
}

/** The items that match the query, in its order; a moment behind while there is much to sort. */
function useShown(items: readonly ListItem[], query: WatchlistQuery) {
  const all = useDeferredValue(items);
  const deferredQuery = useDeferredValue(query);
  const language = useTitleLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language names the titles
  const inOrder = useMemo(
    () => sorted(all, deferredQuery.sort),
    [all, deferredQuery.sort, language],
  );
  const shown = useMemo(() => filtered(inOrder, deferredQuery), [inOrder, deferredQuery]);
  return { all, shown };
}
