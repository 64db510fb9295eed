import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from "react";
import type { Entry } from "@/api/types";
import { formatCount } from "@/lib/format";
import { useListChange } from "@/lib/library/useLibrary";
import { useRemoval } from "@/lib/useRemoval";
import { EmptyList, NothingFound } from "./Empty";
import { GenreChips, SearchField } from "./Filters";
import { filtered, firstGenres, type Sort, sorted } from "./select";
import { Table } from "./Table";
import { useWatchlistQuery } from "./useWatchlistQuery";

interface Props {
  /** Newest first. */
  entries: readonly Entry[];
}

/** The list with its filters. What is typed and pressed shows at once, and the rows follow. */
export function Entries({ entries }: Props) {
  const [query, changeQuery] = useWatchlistQuery();
  const { removeWithUndo } = useListChange();
  const { all, shown } = useShown(entries, query);
  const genres = useMemo(() => firstGenres(all), [all]);
  const { box, remove } = useRemoval(shown, (entry) => removeWithUndo("watchlist", entry));

  // The address, and with it `changeQuery`, is another with every letter; rows and chips need not be.
  const latest = useRef(changeQuery);
  useEffect(() => {
    latest.current = changeQuery;
  });
  const onGenre = useCallback((genre: string | null) => latest.current({ genre }), []);
  const onSort = useCallback((sort: Sort | null) => latest.current({ sort }), []);

  return (
    <>
      {all.length > 0 && (
        <>
          <SearchField text={query.search} onText={(search) => changeQuery({ search })} />
          <div className="col-span-full min-w-0">
            <GenreChips genres={genres} selected={query.genre} onSelect={onGenre} />
            <Count shown={shown.length} total={all.length} />
          </div>
        </>
      )}
      <div ref={box} tabIndex={-1} className="col-span-full outline-none">
        {all.length === 0 && <EmptyList />}
        {all.length > 0 && shown.length === 0 && (
          <NothingFound onShowAll={() => changeQuery({ genre: null, search: "" })} />
        )}
        {shown.length > 0 && (
          <Table entries={shown} sort={query.sort} onSort={onSort} onRemove={remove} />
        )}
      </div>
    </>
  );
}

/** The entries that match the query, in its order; a moment behind while there is much to sort. */
function useShown(entries: readonly Entry[], query: ReturnType<typeof useWatchlistQuery>[0]) {
  const all = useDeferredValue(entries);
  const sort = useDeferredValue(query.sort);
  const genre = useDeferredValue(query.genre);
  const search = useDeferredValue(query.search);
  const inOrder = useMemo(() => sorted(all, sort), [all, sort]);
  const shown = useMemo(() => filtered(inOrder, { genre, search }), [inOrder, genre, search]);
  return { all, shown };
}

function Count({ shown, total }: { shown: number; total: number }) {
  const titles = `${formatCount(total)} ${total === 1 ? "title" : "titles"}`;
  return (
    <p role="status" className="mt-4 text-sm text-muted">
      {shown === total ? titles : `${formatCount(shown)} of ${titles}`}
    </p>
  );
}
