import type { ChangedValue, ListItem, Status } from "@/api/list";
import { differences } from "./texts";

/** A title whose entry is another now, with what was different then. */
export interface Changed {
  item: ListItem;
  changes: ChangedValue[];
}

/** How the list was, against how it is. */
export interface Compared {
  /** All that there were. */
  then: readonly ListItem[];
  /** On the list then, and not now. */
  gone: ListItem[];
  changed: Changed[];
  /** On the list now, and not then. */
  added: ListItem[];
}

export function compare(then: readonly ListItem[], now: readonly ListItem[]): Compared {
  const current = new Map(now.map((item) => [item.mal_id, item]));
  const former = new Set(then.map(({ mal_id }) => mal_id));
  const changed = then.flatMap((item) => {
    const other = current.get(item.mal_id);
    const changes = other ? differences(other, item) : [];
    return changes.length > 0 ? [{ item, changes }] : [];
  });
  return {
    then,
    gone: then.filter(({ mal_id }) => !current.has(mal_id)),
    changed,
    added: now.filter(({ mal_id }) => !former.has(mal_id)),
  };
}

/** How many titles a restore would add, remove and change; `status` limits it to titles with that status then, null to none. */
export function restoring({ gone, changed, added }: Compared, status: Status | null) {
  const had = (item: ListItem) => status === null || item.status === status;
  return {
    removed: status === null ? added.length : 0,
    back: gone.filter(had).length,
    changed: changed.filter(({ item }) => had(item)).length,
  };
}

/** How many titles would change then. */
export function wouldChange(compared: Compared, status: Status | null): number {
  const { removed, back, changed } = restoring(compared, status);
  return removed + back + changed;
}
