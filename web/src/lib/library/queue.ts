import { isEdit, titleOf, type Unsent, unsentChanges } from "./unsent";

/** After so many failures of the server at one change, those behind it go on. */
const TRIES = 3;

/**
 * Which of the user's changes is to be sent next.
 *
 * **Invariant:** changes of the same title on the same list are sent in the order they were made, edits and toggles
 * alike, also when the first of them stands aside.
 */
export function createQueue(uid: string) {
  /** The number of times that the server has failed at a change, by the change's id. */
  const failed = new Map<string, number>();
  const isAside = ({ id }: Unsent) => (failed.get(id) ?? 0) >= TRIES;
  const isFirst = () => {
    const blocked = new Set<string>();
    return (change: Unsent) => {
      const title = titleOf(change);
      const first = !blocked.has(title) && !isAside(change);
      blocked.add(title);
      return first;
    };
  };
  return {
    isEmpty: () => unsentChanges(uid).length === 0,
    /**
     * The next batch: the oldest changes, except those set aside and those that wait for them; with the
     * other parts of the same edit of several titles, `most` at a time.
     */
    next: (most: number): [Unsent, ...Unsent[]] | null => {
      const ready = unsentChanges(uid).filter(isFirst());
      const [first] = ready;
      if (!first) return null;
      const bulk = isEdit(first) ? first.bulk : undefined;
      if (bulk === undefined) return [first];
      const parts = ready.filter((change) => isEdit(change) && change.bulk === bulk);
      return [first, ...parts.slice(1, most)];
    },
    /** The server has failed at these, which were sent together. Answers whether the others may go on. */
    fail: (changes: readonly Unsent[]): boolean => {
      for (const { id } of changes) failed.set(id, (failed.get(id) ?? 0) + 1);
      return changes.every(isAside);
    },
    /** Retries the changes that were set aside. */
    retry: () => {
      for (const [id, times] of failed) failed.set(id, Math.min(times, TRIES - 1));
    },
  };
}
