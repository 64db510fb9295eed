import type { QueryClient } from "@tanstack/react-query";
import { send } from "@/api/client";
import { type ListAnswer, type ListEdit, type ListItem, listQuery } from "@/api/list";
import { changeId, opId } from "@/lib/library/change-id";
import { addEdits, type EditDraft, eventOf, takeBackEdits } from "@/lib/library/edits";
import type { Undone } from "./pending";
import { withListChange } from "./view";

/** Takes what the server answered to a change of one title into this tab's list. */
export function receiveAnswer(
  queries: QueryClient,
  uid: string,
  malId: number,
  answer: Pick<ListAnswer, "version" | "position" | "item">,
) {
  const { queryKey } = listQuery(uid);
  const list = queries.getQueryData(queryKey);
  if (!list) return;
  const { version, position, item } = answer;
  const next = withListChange(list, {
    version,
    position,
    change: item ? { item } : { removed: malId },
  });
  if (next) queries.setQueryData(queryKey, next);
  else void queries.refetchQueries({ queryKey, exact: true });
}

/** Undoes an event of the server. The answer names the fields that were changed since, and stayed. */
export async function undoEvent(queries: QueryClient, uid: string, malId: number, event: number) {
  const answer = await send(
    "POST",
    "/api/v1/me/activity/{event}/undo",
    { op_id: opId(changeId()) },
    { event },
  );
  receiveAnswer(queries, uid, malId, answer);
  return answer;
}

/** The edit that makes an entry what it was. */
export function editBack(before: ListItem, today: string): ListEdit {
  const { status, score, notes, tags, runs } = before;
  return { status, score: score ?? 0, notes, tags, private: before.private, runs, today };
}

/**
 * Takes edits of this browser back. It shows at once: one that was not sent is dropped, and one that the server may
 * have is undone there, in its turn.
 */
export async function undoEdits(uid: string, undone: readonly Undone[], today: string) {
  const taken = await takeBackEdits(uid, undone);
  const drafts = undone
    .filter(({ id }) => !taken.has(id) && eventOf(id) !== null)
    .map(({ id, malId, before }): EditDraft => {
      const undoneEvent = eventOf(id);
      return {
        malId,
        edit: before && editBack(before, today),
        item: before,
        baseVersion: null,
        undoes: id,
        ...(undoneEvent !== undefined && { undoneEvent }),
      };
    });
  if (drafts.length > 0) await addEdits(uid, drafts);
}
