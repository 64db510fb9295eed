import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from "react";
import type { Entry } from "@/api/types";
import { formatCount } from "@/lib/format";
import { useListChange } from "@/lib/library/useLibrary";
import { useRemoval } from "@/lib/useRemoval";
import { EmptyList, NothingFound } from "./Empty";
import { GenreChips, SearchField } from "./Filters";
import { filtered, firstGenres, type Sort, sorted } from "./select";
import { Table } from "./Table";
import { useWanted } from "./useWanted";

interface Props {
  /** Newest first. */
  entries: readonly Entry[];
}

/** The list with its filters. What is typed and pressed shows at once, and the rows follow. */
export function Entries({ entries }: Props) {
  const [wanted, want] = useWanted();
  const { removeWithUndo } = useListChange();
  const { all, shown } = useShown(entries, wanted);
  const genres = useMemo(() => firstGenres(all), [all]);
  const { box, remove } = useRemoval(shown, (entry) => removeWithUndo("watchlist", entry));

  // The address, and with it `want`, is another with every letter; rows and chips need not be.
  const latest = useRef(want);
  useEffect(() => {
    latest.current = want;
  });
  const onGenre = useCallback((genre: string | null) => latest.current({ genre }), []);
  const onSort = useCallback((sort: Sort | null) => latest.current({ sort }), []);

  return (
    <>
      {all.length > 0 && (
        <>
          <SearchField text={wanted.search} onText={(search) => want({ search })} />
          <div className="col-span-full min-w-0">
            <GenreChips genres={genres} selected={wanted.genre} onSelect={onGenre} />
            <Count shown={shown.length} total={all.length} />
          </div>
        </>
      )}
      <div ref={box} tabIndex={-1} className="col-span-full outline-none">
        {all.length === 0 && <EmptyList />}
        {all.length > 0 && shown.length === 0 && (
          <NothingFound onShowAll={() => want({ genre: null, search: "" })} />
        )}
        {shown.length > 0 && (
          <Table entries={shown} sort={wanted.sort} onSort={onSort} onRemove={remove} />
        )}
      </div>
    </>
  );
}

/** The entries that are wanted, in their order; a moment behind while there is much to sort. */
function useShown(entries: readonly Entry[], wanted: ReturnType<typeof useWanted>[0]) {
  const all = useDeferredValue(entries);
  const sort = useDeferredValue(wanted.sort);
  const genre = useDeferredValue(wanted.genre);
  const search = useDeferredValue(wanted.search);
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
