import { type RefObject, useMemo, useState } from "react";
import type { ListItem } from "@/api/list";
import { usePreferences } from "@/lib/list/preferences";
import type { useListEdit } from "@/lib/list/useListEdit";
import { useTitleLanguage } from "@/lib/title-language";
import { BulkBar } from "./BulkBar";
import { NothingFound } from "./Empty";
import { MoreFilters } from "./MoreFilters";
import { ShortcutHelp } from "./ShortcutHelp";
import { allKinds, allTags, noFilters, type WatchlistQuery } from "./select";
import { Table } from "./Table";
import { Toolbar } from "./Toolbar";
import { useListShortcuts } from "./useListShortcuts";
import { useSelection } from "./useSelection";

interface Props {
  box: RefObject<HTMLElement | null>;
  all: readonly ListItem[];
  /** The matching titles, in the query's order. */
  shown: readonly ListItem[];
  query: WatchlistQuery;
  onQuery: (changes: Partial<WatchlistQuery>) => void;
  change: ReturnType<typeof useListEdit>;
}

const countFilters = ({ tag, score, kind, airing }: WatchlistQuery) =>
  [tag, score, kind, airing].filter((filter) => filter !== null).length;

/** The rows that show, what is selected of them, and the tools for both. */
export function Listed({ box, all, shown, query, onQuery, change }: Props) {
  const scale = usePreferences().score_scale;
  const language = useTitleLanguage();
  const { selected, ids, ...selection } = useSelection(shown);
  const [help, setHelp] = useState(false);
  const openHelp = () => setHelp(true);
  const filters = countFilters(query);
  const [filtering, setFiltering] = useState(filters > 0);
  useListShortcuts({ box, shown, change, selection, onHelp: openHelp });
  return (
    <>
      <Toolbar
        shown={shown.length}
        total={all.length}
        sort={query.sort}
        onSort={(sort) => onQuery({ sort })}
        filters={filters}
        filtering={filtering}
        onFilters={() => setFiltering(!filtering)}
        selecting={selection.selecting}
        onSelecting={selection.onSelecting}
        onHelp={openHelp}
      />
      {filtering && <Boxes all={all} query={query} onQuery={onQuery} scale={scale} />}
      {(selected.length > 0 || selection.selecting) && (
        <BulkBar
          selected={selected}
          shown={shown.length}
          scale={scale}
          onEdit={(fields) => change.editMany(selected, fields)}
          onRemove={() => change.removeMany(selected)}
          onAll={selection.onAll}
          onNone={selection.onNone}
        />
      )}
      <div className="mt-3">
        {shown.length === 0 ? (
          <NothingFound onShowAll={() => onQuery(noFilters)} />
        ) : (
          <Table
            // Rows keep the names that they were drawn with.
            key={language}
            items={shown}
            scale={scale}
            sort={query.sort}
            onQuery={onQuery}
            selected={ids}
            selecting={selection.selecting}
            onEdit={change.edit}
            onStep={change.step}
            onRemove={change.remove}
            onSelect={selection.onSelect}
            onSelectAll={selection.onAll}
          />
        )}
      </div>
      {help && <ShortcutHelp onClose={() => setHelp(false)} />}
    </>
  );
}

type BoxesProps = Pick<Props, "all" | "query" | "onQuery"> & {
  scale: Parameters<typeof MoreFilters>[0]["scale"];
};

function Boxes({ all, query, onQuery, scale }: BoxesProps) {
  const tags = useMemo(() => allTags(all), [all]);
  const kinds = useMemo(() => allKinds(all), [all]);
  return <MoreFilters query={query} onQuery={onQuery} tags={tags} kinds={kinds} scale={scale} />;
}
