/**
 * The table's look: columns on wide screens, a card for each row on narrower ones.
 *
 * Some browsers forget that a table is one when its parts are laid out in another way than as a
 * table; the roles remind them.
 */
const columns =
  "xl:grid xl:gap-x-4 xl:px-3 xl:grid-cols-[1.5rem_minmax(0,5fr)_18rem_minmax(4.5rem,0.8fr)_minmax(9rem,1.4fr)_minmax(5.5rem,1fr)_minmax(7rem,1.6fr)_6.5rem]";

export const part = {
  table: { role: "table", className: "block w-full" },
  head: { role: "rowgroup", className: "sticky top-bar z-10 block border-b border-line bg-bg" },
  body: { role: "rowgroup", className: "relative block" },
  headRow: { role: "row", className: `flex items-center text-sm xl:py-1 ${columns}` },
  row: {
    role: "row",
    // All rows are equally high, whatever is in them: that is what places them. A card has room for two lines of the
    // title and three of facts.
    className: `absolute inset-x-0 top-0 flex h-44 scroll-mt-32 flex-wrap content-center items-center gap-x-4 gap-y-1.5 overflow-hidden border-b border-line pl-20 text-sm sm:h-40 sm:pl-22 transition-colors has-[input:checked]:bg-surface xl:h-[5.8125rem] xl:hover:bg-surface ${columns}`,
  },
  heading: { role: "columnheader", className: "sr-only text-left font-semibold xl:not-sr-only" },
  cell: { role: "cell" },
} as const;
