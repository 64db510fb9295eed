import { CloseIcon } from "@/ui/icons";
import type { Chip } from "./chips";

interface Props {
  chips: readonly Chip[];
  onChip: (chip: Chip) => void;
  onClear: () => void;
}

/** The filters that are set: each is a button that takes it away. */
export function ActiveFilters({ chips, onChip, onClear }: Props) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters that are set" className="noscript:hidden flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.label}>
          <button
            type="button"
            aria-label={`Remove filter: ${chip.label}`}
            onClick={() => onChip(chip)}
            className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-raised py-1 pr-2.5 pl-4 text-sm text-text transition-colors hover:border-text"
          >
            {chip.label}
            <CloseIcon aria-hidden="true" size={15} className="text-muted" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={onClear}
          className="min-h-9 rounded-full px-3 text-sm font-semibold text-accent underline-offset-4 hover:underline"
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
