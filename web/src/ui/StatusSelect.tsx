import type { ListItem, Status } from "@/api/list";
import { canBe } from "@/lib/list/rules";
import { statuses, statusNames } from "@/lib/list/statuses";
import { displayTitle } from "@/lib/names";

interface Props {
  item: ListItem;
  onStatus: (status: Status) => void;
  className?: string;
}

/** The status of a title on the list, as a pill. */
export function StatusSelect({ item, onStatus, className = "" }: Props) {
  return (
    <select
      aria-label={`Status of ${displayTitle(item)}`}
      value={item.status}
      onChange={(event) => onStatus(event.target.value as Status)}
      className={`h-9 min-w-0 rounded-full border border-line bg-surface px-3 text-sm font-medium text-text transition-colors hover:border-text ${className}`}
    >
      {statuses.map((status) => (
        <option key={status} value={status} disabled={!canBe(item, status)}>
          {statusNames[status]}
        </option>
      ))}
    </select>
  );
}
