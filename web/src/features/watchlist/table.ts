/**
 * The table's look: columns on wide screens, a card for each row on narrow ones.
 *
 * Some browsers forget that a table is one when its parts are laid out in another way than as a
 * table; the roles remind them.
 */
export const part = {
  table: { role: "table", className: "block w-full" },
  head: { role: "rowgroup", className: "sticky top-bar z-10 block border-b border-line bg-bg" },
  body: { role: "rowgroup", className: "relative block" },
  headRow: {
    role: "row",
    className:
      "flex items-center py-1 text-sm md:grid md:gap-x-4 md:px-3 md:grid-cols-[minmax(0,1fr)_9.5rem_7rem_9rem_7rem]",
  },
  row: {
    role: "row",
    className:
      "group absolute inset-x-0 top-0 flex min-h-33 flex-wrap content-start items-center gap-x-4 gap-y-1.5 border-b border-line py-3 pl-22 text-sm md:grid md:min-h-0 md:gap-x-4 md:px-3 md:py-2.5 md:grid-cols-[minmax(0,1fr)_9.5rem_7rem_9rem_7rem] md:hover:bg-surface",
  },
  heading: { role: "columnheader", className: "sr-only md:not-sr-only text-left font-semibold" },
  cell: { role: "cell", className: "" },
} as const;
