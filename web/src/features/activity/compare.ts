import type { ChangedValue, ListItem, Status } from "@/api/list";
import { differences } from "./texts";

/** A title whose entry is different now, with its values at that time. */
export interface Changed {
  item: ListItem;
  changes: ChangedValue[];
}

/** The list as it was at a time, compared with the present one. */
export interface Compared {
  /** All entries of the list at that time. */
  then: readonly ListItem[];
  /** Entries that were on the list at that time, and are not on it now. */
  gone: ListItem[];
  changed: Changed[];
  /** Entries that are on the list now, and were not on it at that time. */
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

/** Returns how many titles a restore would change. */
export function wouldChange(compared: Compared, status: Status | null): number {
  const { removed, back, changed } = restoring(compared, status);
  return removed + back + changed;
}
