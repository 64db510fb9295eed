import type { ListItem, Status } from "@/api/list";
import { canBe } from "@/lib/list/rules";
import { statuses, statusNames } from "@/lib/list/statuses";
import { displayTitle } from "@/lib/names";
import { useSettledChoice } from "@/lib/useSettledChoice";
import { ChevronDownIcon } from "./late-icons";

interface Props {
  item: ListItem;
  onStatus: (status: Status) => void;
}

/** The status of a title on the list, as a pill. */
export function StatusSelect({ item, onStatus }: Props) {
  const { shown, choose, handlers } = useSettledChoice(item.status, onStatus);
  return (
    <span className="relative shrink-0">
      <select
        aria-label={`Status of ${displayTitle(item)}`}
        value={shown}
        onChange={(event) => choose(event.target.value as Status)}
        {...handlers}
        className="h-9 w-33 appearance-none rounded-full border border-field bg-surface pr-7 pl-3 text-xs font-medium text-text transition-colors hover:border-text"
      >
        {statuses.map((status) => (
          <option key={status} value={status} disabled={!canBe(item, status)}>
            {statusNames[status]}
          </option>
        ))}
        {!canBe(item, "watching") && (
          <option disabled>Not yet aired: it can only be planned</option>
        )}
      </select>
      <ChevronDownIcon
        aria-hidden="true"
        size={15}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-muted"
      />
    </span>
  );
}
