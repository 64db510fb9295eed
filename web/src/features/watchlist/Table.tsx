import { memo, useRef } from "react";
import type { ListItem } from "@/api/list";
import type { Scale } from "@/lib/list/scales";
import { IconButton } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/late-icons";
import { Row, type RowActions } from "./Row";
import { type Sort, type SortKey, usualSort } from "./sorts";
import { part } from "./table";
import { useRows } from "./useRows";

interface Props extends RowActions {
  items: readonly ListItem[];
  scale: Scale;
  sort: Sort | null;
  onQuery: (changes: { sort: Sort | null }) => void;
  selected: ReadonlySet<number>;
  selecting: boolean;
  onSelectAll: () => void;
}

/** The watchlist. Only the rows in view, and some around them, are in the page. */
export const Table = memo(function Table({ items, sort, onQuery, selected, ...props }: Props) {
  const { scale, selecting, onEdit, onStep, onRemove, onSelect, onSelectAll } = props;
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, height, onFocus } = useRows(body, items.length);
  const sortFromTop = (value: Sort | null) => {
    onQuery({ sort: value });
    // In another order, what stood here is somewhere else.
    if ((table.current?.getBoundingClientRect().top ?? 0) < 0) table.current?.scrollIntoView();
  };
  return (
    <table {...part.table} ref={table} aria-label="Your watchlist" aria-rowcount={items.length + 1}>
      <thead {...part.head}>
        <tr {...part.headRow} aria-rowindex={1}>
          <th {...part.heading} className={`${part.heading.className} max-xl:hidden`}>
            <Checkbox
              label="Select all"
              checked={items.length > 0 && items.every(({ mal_id }) => selected.has(mal_id))}
              onToggle={onSelectAll}
            />
          </th>
          <Headings sort={sort} onSort={sortFromTop} />
        </tr>
      </thead>
      <tbody {...part.body} ref={body} style={{ height: items.length * height }} onFocus={onFocus}>
        {indexes.map((index) => {
          const item = items[index];
          if (!item) return null;
          return (
            <Row
              key={item.mal_id}
              item={item}
              index={index}
              top={index * height}
              scale={scale}
              selected={selected.has(item.mal_id)}
              selecting={selecting}
              onEdit={onEdit}
              onStep={onStep}
              onRemove={onRemove}
              onSelect={onSelect}
            />
          );
        })}
      </tbody>
    </table>
  );
});

interface HeadingProps {
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}

function Headings({ sort, onSort }: HeadingProps) {
  return (
    <>
      <Heading name="Name" of="title" sort={sort} onSort={onSort} />
      <Heading name="Progress" of="progress" sort={sort} onSort={onSort} />
      <Heading name="My score" of="my-score" sort={sort} onSort={onSort} />
      <RatingHeading sort={sort} onSort={onSort} />
      <Heading name="Popularity" of="popularity" sort={sort} onSort={onSort} />
      <th {...part.heading}>Genre</th>
      <th {...part.heading}>
        <span className="xl:block xl:text-right">Action</span>
      </th>
    </>
  );
}

const direction = (sort: Sort) => (sort.endsWith("-asc") ? "ascending" : "descending");

interface NamedHeadingProps extends HeadingProps {
  name: string;
  of: SortKey;
}

/** A column's head: pressed it sorts by the column, once more the other way, then the newest are first again. */
function Heading({ name, of, sort, onSort }: NamedHeadingProps) {
  const usual = usualSort(of);
  const other: Sort = usual === `${of}-asc` ? `${of}-desc` : `${of}-asc`;
  const next = sort === usual ? other : sort === other ? null : usual;
  const sorted = sort === usual || sort === other ? sort : null;
  const Icon = sorted?.endsWith("-asc") ? ArrowUpIcon : ArrowDownIcon;
  return (
    <th {...part.heading} aria-sort={sorted ? direction(sorted) : "none"}>
      <button
        type="button"
        onClick={() => onSort(next)}
        className="-mx-2 inline-flex min-h-10 items-center gap-1 rounded-sm px-2 text-left transition-colors hover:text-accent"
      >
        {name}
        {sorted && <Icon aria-hidden="true" size={15} className="text-accent" />}
      </button>
    </th>
  );
}

function RatingHeading({ sort, onSort }: HeadingProps) {
  const sorted = sort === "rating-asc" || sort === "rating-desc" ? sort : null;
  const button = (value: Sort) => {
    const Icon = value === "rating-asc" ? ArrowUpIcon : ArrowDownIcon;
    return (
      <IconButton
        label={`Sort by rating, ${direction(value)}`}
        aria-pressed={sort === value}
        // A second press restores the default order, newest first.
        onClick={() => onSort(sort === value ? null : value)}
        className="aria-pressed:bg-accent-fill aria-pressed:text-on-accent"
      >
        <Icon aria-hidden="true" size={17} />
      </IconButton>
    );
  };
  return (
    <th
      role={part.heading.role}
      aria-sort={sorted ? direction(sorted) : "none"}
      className="flex items-center text-left font-semibold"
    >
      <span className="mr-1.5">Rating</span>
      {button("rating-asc")}
      {button("rating-desc")}
    </th>
  );
}
