import { memo, useRef } from "react";
import type { Entry } from "@/api/types";
import { IconButton } from "@/ui/Button";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/icons";
import { Row } from "./Row";
import type { Sort } from "./select";
import { part } from "./table";
import { useRows } from "./useRows";

interface Props {
  entries: readonly Entry[];
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  onRemove: (entry: Entry) => void;
}

/** The watchlist. Only the rows in view, and some around them, are in the page. */
export const Table = memo(function Table({ entries, sort, onSort, onRemove }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, height, onFocus } = useRows(body, entries.length);
  const sortFromTop = (value: Sort | null) => {
    onSort(value);
    // In another order, what stood here is somewhere else.
    if ((table.current?.getBoundingClientRect().top ?? 0) < 0) table.current?.scrollIntoView();
  };
  return (
    <table
      {...part.table}
      ref={table}
      aria-label="Your watchlist"
      aria-rowcount={entries.length + 1}
    >
      <thead {...part.head}>
        <tr {...part.headRow} aria-rowindex={1}>
          <th {...part.heading}>Name</th>
          <RatingHeading sort={sort} onSort={sortFromTop} />
          <th {...part.heading}>Popularity</th>
          <th {...part.heading}>Genre</th>
          <th {...part.heading}>
            <span className="lg:block lg:text-right">Action</span>
          </th>
        </tr>
      </thead>
      <tbody
        {...part.body}
        ref={body}
        style={{ height: entries.length * height }}
        onFocus={onFocus}
      >
        {indexes.map((index) => {
          const entry = entries[index];
          if (!entry) return null;
          return (
            <Row
              key={entry.mal_id}
              entry={entry}
              index={index}
              top={index * height}
              onRemove={onRemove}
            />
          );
        })}
      </tbody>
    </table>
  );
});

const directions = { "rating-asc": "ascending", "rating-desc": "descending" } as const;

function RatingHeading({ sort, onSort }: Pick<Props, "sort" | "onSort">) {
  const button = (value: Sort) => {
    const Icon = value === "rating-asc" ? ArrowUpIcon : ArrowDownIcon;
    return (
      <IconButton
        label={`Sort by rating, ${directions[value]}`}
        aria-pressed={sort === value}
        // Once more, and the newest are first again.
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
      aria-sort={sort ? directions[sort] : "none"}
      className="flex items-center text-left font-semibold"
    >
      <span className="mr-1.5">Rating</span>
      {button("rating-asc")}
      {button("rating-desc")}
    </th>
  );
}
