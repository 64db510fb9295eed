import { Link } from "wouter";

interface Props {
  /** The years with a finished title, the earliest first. */
  years: readonly number[];
  /** The year that shows; null for all years. */
  selected: number | null;
}

/** The whole list, and each year of it. Which one shows stands in the address. */
export function Years({ years, selected }: Props) {
  const shown = [...new Set([...years, ...(selected === null ? [] : [selected])])];
  shown.sort((one, other) => other - one);
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Years">
      <ul className="flex flex-wrap gap-2">
        {[null, ...shown].map((year) => (
          <li key={year}>
            <Link
              href={year === null ? "/statistics" : `/statistics?year=${year}`}
              aria-current={year === selected ? "page" : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-field px-4 text-sm font-semibold tabular-nums transition-colors hover:border-text hover:bg-raised aria-[current=page]:border-accent-fill aria-[current=page]:bg-accent-fill aria-[current=page]:text-on-accent"
            >
              {year ?? "All time"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
