import { type PendingChange, pendingChanges } from "./outbox";

/** After so many failures of the server at one change, those behind it go on. */
const TRIES = 3;

/**
 * Which of the user's changes is to be sent next.
 *
 * **Invariant:** changes of the same title on the same list are sent in the order they were made,
 * also when the first of them stands aside.
 */
export function createQueue(uid: string) {
  /** How often the server has failed at a change, by its id. */
  const failed = new Map<string, number>();
  const unsent = () => pendingChanges(uid).filter(({ version }) => version === undefined);
  const isAside = ({ id }: PendingChange) => (failed.get(id) ?? 0) >= TRIES;
  return {
    isEmpty: () => unsent().length === 0,
    /** The oldest but for those that stand aside, and what has to wait for these. */
    next: () => {
      const held = new Set<string>();
      return unsent().find((change) => {
        const title = `${change.list} ${change.malId}`;
        if (isAside(change)) held.add(title);
        return !held.has(title);
      });
    },
    /** The server has failed at this change. Answers whether the others may go on. */
    fail: (change: PendingChange): boolean => {
      failed.set(change.id, (failed.get(change.id) ?? 0) + 1);
      return isAside(change);
    },
    /** Those that stand aside are tried once more. */
    retry: () => {
      for (const [id, times] of failed) failed.set(id, Math.min(times, TRIES - 1));
    },
  };
}
