import { type ReactNode, useId, useState } from "react";
import { TableIcon } from "@/ui/late-icons";

export interface Table {
  /** The names of the columns; the first column names the row. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

interface Props {
  title: string;
  /** A description of the chart, if the title is not enough. */
  hint?: ReactNode;
  /** The numbers of the drawing as a table, for those who do not see it or rather read. */
  table: Table;
  /** The drawing itself. */
  children: ReactNode;
}

/** A drawing with the table that it is made from: screen readers get that one, and everybody else may have it, too. */
export function Chart({ title, hint, table, children }: Props) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section
      aria-labelledby={id}
      className="relative min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex items-start justify-between gap-x-3">
        <h2 id={id} className="min-w-0 pt-2 text-lg">
          {title}
        </h2>
        <button
          type="button"
          aria-pressed={asTable}
          aria-label={`Show as table: ${title}`}
          onClick={() => setAsTable(!asTable)}
          className="-mr-1 inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-3 text-sm font-semibold text-muted transition-colors hover:bg-raised hover:text-text aria-pressed:bg-raised aria-pressed:text-text"
        >
          <TableIcon aria-hidden="true" size={18} />
          <span className="max-sm:hidden">Show as table</span>
          <span className="sm:hidden">Table</span>
        </button>
      </div>
      {hint && <div className="mt-1 max-w-text text-sm text-muted">{hint}</div>}
      {!asTable && (
        <div aria-hidden="true" className="mt-5">
          {children}
        </div>
      )}
      <div className={asTable ? "mt-5" : "sr-only"}>
        <DataTable title={title} table={table} />
      </div>
    </section>
  );
}

function DataTable({ title, table }: { title: string; table: Table }) {
  const [first, ...others] = table.head;
  const number = "py-2 pl-1.5 text-right tabular-nums sm:pl-3";
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-2 text-left font-semibold">
            {first}
          </th>
          {others.map((name) => (
            <th key={name} scope="col" className={`${number} font-semibold`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...values]) => (
          <tr key={name} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 text-left font-medium wrap-break-word">
              {name}
            </th>
            {values.map((value, place) => (
              <td key={others[place]} className={`${number} min-[22rem]:whitespace-nowrap`}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
