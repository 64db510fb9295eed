import type { ImportFilter, ImportPreview } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { filters, stateHints, stateNames } from "./texts";

interface Props {
  preview: Pick<ImportPreview, "counts" | "differing" | "rows">;
  selected: ImportFilter | null;
  onSelect: (state: ImportFilter | null) => void;
}

/** How many rows the filter leaves. */
export function countOf({ counts, differing, rows }: Props["preview"], state: ImportFilter | null) {
  if (state === null) return rows;
  return state === "differing" ? differing : counts[state];
}

/** How many rows have which result; each count shows its rows. */
export function Counts({ preview, selected, onSelect }: Props) {
  const shown = filters.filter((state) => state === selected || countOf(preview, state) > 0);
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons outside a form */}
      <div
        role="group"
        aria-label="Rows"
        className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap sm:gap-3"
      >
        {[null, ...shown].map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === selected}
            onClick={() => onSelect(state)}
            className="grid rounded-md border border-line bg-surface px-3 py-2.5 text-left transition-colors hover:border-text aria-pressed:border-accent aria-pressed:bg-raised sm:min-w-24 sm:pr-8 sm:pl-4"
          >
            <span className="text-xl leading-tight font-bold tracking-tight tabular-nums">
              {formatCount(countOf(preview, state))}
            </span>
            <span className="text-sm whitespace-nowrap text-muted">
              {state === null ? "All rows" : stateNames[state]}
            </span>
          </button>
        ))}
      </div>
      <p className="mt-3 min-h-7 max-w-text text-sm text-muted">
        {selected === null
          ? "Every row of the file, and what becomes of it."
          : stateHints[selected]}
      </p>
    </div>
  );
}
