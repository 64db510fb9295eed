/**
 * The table's look: columns on wide screens, a card for each row on narrow ones.
 *
 * Some browsers forget that a table is one when its parts are laid out in another way than as a
 * table; the roles remind them.
 */
const columns =
  "lg:grid lg:gap-x-4 lg:px-3 lg:grid-cols-[minmax(0,5fr)_minmax(9.5rem,2fr)_minmax(7rem,1.5fr)_minmax(9rem,2fr)_7rem]";

export const part = {
  table: { role: "table", className: "block w-full" },
  head: { role: "rowgroup", className: "sticky top-bar z-10 block border-b border-line bg-bg" },
  body: { role: "rowgroup", className: "relative block" },
  headRow: { role: "row", className: `flex items-center py-1 text-sm ${columns}` },
  row: {
    role: "row",
    // All rows are equally high, whatever is in them: that is what places them.
    className: `absolute inset-x-0 top-0 flex h-34 flex-wrap content-center items-center gap-x-4 gap-y-1 overflow-hidden border-b border-line pr-16 pl-22 text-sm transition-colors sm:pr-32 lg:h-[5.8125rem] lg:hover:bg-surface ${columns}`,
  },
  heading: { role: "columnheader", className: "sr-only text-left font-semibold lg:not-sr-only" },
  cell: { role: "cell" },
} as const;
