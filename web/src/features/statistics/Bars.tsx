import { formatCount } from "@/lib/format";

export interface Bar {
  label: string;
  /** A shorter label, for where there is little room. */
  short?: string;
  count: number;
  /** Class of the bar's colour. */
  fill?: string;
}

/** Lying bars, one below the other, without tracks: the longest one is the greatest number, and not all of them. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="grid grid-cols-[minmax(4.5rem,max-content)_minmax(0,1fr)_max-content] items-center gap-x-3 gap-y-2.5 text-sm">
      {bars.map(({ label, count, fill = "bg-cool" }) => (
        <li key={label} className="col-span-3 grid grid-cols-subgrid items-center">
          <span className="max-w-40 wrap-anywhere">{label}</span>
          <span className="h-5">
            {count > 0 && (
              <span
                className={`block h-full min-w-0.5 rounded-sm ${fill}`}
                style={{ width: `${(count / most) * 100}%` }}
              />
            )}
          </span>
          <span className="text-right font-semibold tabular-nums">{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}

interface ColumnsProps {
  columns: readonly Bar[];
  /** Number of columns from one written label to the next. */
  labelled?: number;
}

/** Columns beside one another. Where they are few, each has its number. */
export function Columns({ columns, labelled = 1 }: ColumnsProps) {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const numbered = columns.length <= 14;
  return (
    <ul className="flex h-52 items-stretch gap-[clamp(1px,0.4vw,0.375rem)]">
      {columns.map(({ label, short = label, count, fill = "bg-cool" }, place) => (
        <li
          key={label}
          title={`${label}: ${formatCount(count)}`}
          className="relative flex max-w-24 min-w-0 flex-1 flex-col justify-end pb-6 text-center text-xs"
        >
          {numbered && count > 0 && (
            <span className="font-semibold tabular-nums">{formatCount(count)}</span>
          )}
          <span
            className={`block rounded-t-sm ${count > 0 ? `min-h-0.5 ${fill}` : "h-px bg-line"}`}
            style={count > 0 ? { height: `${(count / most) * 100}%` } : undefined}
          />
          {place % labelled === 0 && (
            <span className="absolute bottom-0 left-1/2 -translate-x-1/2 whitespace-nowrap text-muted tabular-nums">
              <span className="sm:hidden">{short}</span>
              <span className="max-sm:hidden">{label}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
