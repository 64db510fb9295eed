import type { QueryClient } from "@tanstack/react-query";
import { send } from "@/api/client";
import { failureCode } from "@/api/errors";
import { type ListAnswer, type ListEdit, type ListItem, listQuery } from "@/api/list";
import { changeId } from "@/lib/library/change-id";
import { addEdits, eventOf, onPendingEdits, takeBackEdit } from "@/lib/library/edits";
import { withListChange } from "./view";

/** How long, in milliseconds, an edit that is on its way may take before it is undone by another one. */
const ON_ITS_WAY = 2_000;

/** Takes what the server answered to a change of one title into this tab's list. */
export function receiveAnswer(
  queries: QueryClient,
  uid: string,
  malId: number,
  answer: ListAnswer,
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

/** Undoes an event of the server. Answers the fields that were changed since, and stayed. */
export async function undoEvent(queries: QueryClient, uid: string, malId: number, event: number) {
  const answer = await send(
    "POST",
    "/api/v1/me/activity/{event}/undo",
    { op_id: changeId() },
    { event },
  );
  receiveAnswer(queries, uid, malId, answer);
  return answer.changed_since;
}

/** The event of an edit that is being sent; undefined where that is not known in time. */
function eventSoon(id: string): Promise<number | null | undefined> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve(eventOf(id));
    };
    const stop = onPendingEdits(() => {
      if (eventOf(id) !== undefined) end();
    });
    const timer = setTimeout(end, ON_ITS_WAY);
    if (eventOf(id) !== undefined) end();
  });
}

/** The edit that makes an entry what it was. */
export function editBack(before: ListItem, today: string): ListEdit {
  const { status, score, notes, tags, runs } = before;
  return { status, score: score ?? 0, notes, tags, private: before.private, runs, today };
}

interface Undo {
  queries: QueryClient;
  uid: string;
  /** The edit. */
  id: string;
  malId: number;
  /** The entry before it; null was none. */
  before: ListItem | null;
  today: string;
}

/**
 * Undoes an edit of this tab: one that was not sent is dropped, one that the server has is undone there. Where the
 * server cannot be reached, another edit puts back what was.
 */
export async function undoEdit({ queries, uid, id, malId, before, today }: Undo) {
  if (await takeBackEdit(uid, id)) return [];
  const event = await eventSoon(id);
  if (event === null) return [];
  if (event !== undefined) {
    try {
      return await undoEvent(queries, uid, malId, event);
    } catch (error) {
      if (failureCode(error) !== "unreachable") throw error;
    }
  }
  const edit = before && editBack(before, today);
  await addEdits(uid, [{ malId, edit, item: before, baseVersion: null }]);
  return [];
}
