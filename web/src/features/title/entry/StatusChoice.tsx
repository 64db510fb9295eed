import { useId } from "react";
import type { ListItem, Status } from "@/api/list";
import { canBe } from "@/lib/list/rules";
import { statuses, statusNames } from "@/lib/list/statuses";
import { useSettledChoice } from "@/lib/useSettledChoice";

interface Props {
  item: ListItem;
  /** The chosen status; null where the title is not on the list. */
  chosen: Status | null;
  onStatus: (status: Status) => void;
}

/** One of the five statuses; the arrow keys go through them as through any choice. */
export function StatusChoice({ item, chosen, onStatus }: Props) {
  const name = useId();
  const choice = useSettledChoice(chosen, (status) => status && onStatus(status));
  return (
    <fieldset className="flex flex-wrap gap-2" {...choice.handlers}>
      <legend className="sr-only">Status</legend>
      {statuses.map((status) => (
        <label key={status} className="relative">
          <input
            type="radio"
            name={name}
            value={status}
            checked={status === choice.shown}
            disabled={!canBe(item, status)}
            aria-describedby={canBe(item, status) ? undefined : `${name}-why`}
            onChange={() => choice.choose(status)}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-full"
          />
          <span className="pointer-events-none inline-flex min-h-10 items-center rounded-full border border-field px-4 text-sm font-semibold transition-colors peer-checked:border-accent-fill peer-checked:bg-accent-fill peer-checked:text-on-accent peer-enabled:peer-hover:border-text peer-disabled:border-line peer-disabled:text-muted">
            {statusNames[status]}
          </span>
        </label>
      ))}
      {!canBe(item, "watching") && (
        <p id={`${name}-why`} className="basis-full text-sm text-muted">
          Not yet aired, so it can only be planned.
        </p>
      )}
    </fieldset>
  );
}
