import { dropEdits } from "./edits";
import { dropChange } from "./outbox";
import { isAddition, isEdit, titleOf, type Unsent, unsentChanges } from "./unsent";

const isRemoval = (change: Unsent) =>
  isEdit(change) ? change.edit === null && change.undoes === undefined : change.method === "DELETE";

/**
 * Drops a title's addition, the next to be sent, with all up to its removal. Sent, they would take off what another
 * device has added meanwhile. Answers whether there was such a pair, of which the server has nothing.
 */
export async function cancelAddition(uid: string, next: Unsent): Promise<boolean> {
  if (!isAddition(next) || next.offered) return false;
  const ofTitle = unsentChanges(uid).filter((change) => titleOf(change) === titleOf(next));
  const pair = ofTitle.slice(0, ofTitle.findLastIndex(isRemoval) + 1);
  if (pair[0]?.id !== next.id) return false;
  for (const change of pair) if (!isEdit(change)) dropChange(uid, change);
  await dropEdits(
    uid,
    pair.filter(isEdit).map(({ id }) => id),
  );
  return true;
}
