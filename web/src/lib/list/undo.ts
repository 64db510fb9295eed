import type { QueryClient } from "@tanstack/react-query";
import { send } from "@/api/client";
import {
  type ListAnswer,
  type ListEdit,
  type ListItem,
  type ListResult,
  listQuery,
  MAX_TITLES,
} from "@/api/list";
import { changeId, opId } from "@/lib/library/change-id";
import { addEdits, type EditDraft, eventOf, takeBackEdits } from "@/lib/library/edits";
import type { Undone } from "./pending";
import { withEdit, withListChange } from "./view";

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

/**
 * Undoes events of the server, each of another title. The answers name the fields that were changed since, and stayed.
 */
export async function undoEvents(queries: QueryClient, uid: string, events: readonly number[]) {
  const results: ListResult[] = [];
  for (let from = 0; from < events.length; from += MAX_TITLES) {
    const form = { events: events.slice(from, from + MAX_TITLES), op_id: opId(changeId()) };
    const answer = await send("POST", "/api/v1/me/activity/undo", form);
    results.push(...answer.results);
    const [result, ...others] = answer.results;
    if (result && others.length === 0) {
      receiveAnswer(queries, uid, result.mal_id, { ...answer, item: result.item });
    }
  }
  return results;
}

/** Returns the edit that makes an entry what it was before. */
export function editBack(before: ListItem, today: string): ListEdit {
  const { status, score, notes, tags, runs } = before;
  return { status, score: score ?? 0, notes, tags, private: before.private, runs, today };
}

/** Returns the edit that undoes another one: it sets only the fields that the other has changed. */
function editBackOf(before: ListItem, edit: ListEdit, today: string): ListEdit {
  const back = editBack(before, today);
  const made = editBack(withEdit(before, edit), today);
  const names = Object.keys(back) as (keyof typeof back)[];
  const same = names.filter((name) => JSON.stringify(back[name]) === JSON.stringify(made[name]));
  for (const name of same) if (name !== "today") delete back[name];
  return back;
}

/**
 * Takes edits of this browser back. It shows at once: one that was not sent is dropped, and one that the server may
 * have is undone there, in its turn.
 */
export async function undoEdits(uid: string, undone: readonly Undone[], today: string) {
  const taken = await takeBackEdits(uid, undone);
  const left = undone.filter(({ id }) => !taken.has(id) && eventOf(id) !== null);
  const bulk = left.length > 1 && { bulk: changeId() };
  const drafts = left.map(({ id, malId, before, edit }): EditDraft => {
    const undoneEvent = eventOf(id);
    return {
      malId,
      edit: before && (edit ? editBackOf(before, edit, today) : editBack(before, today)),
      item: before,
      baseVersion: null,
      undoes: id,
      ...(undoneEvent !== undefined && { undoneEvent }),
      ...bulk,
    };
  });
  if (drafts.length > 0) await addEdits(uid, drafts);
}
