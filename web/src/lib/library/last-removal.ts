import type { QueryClient } from "@tanstack/react-query";
import { send } from "@/api/client";
import { type ListEvent, titleActivity } from "@/api/list";
import { receiveAnswer, undoEvents } from "@/lib/list/undo";
import { displayTitle } from "@/lib/names";
import { refusalOf } from "@/messages/errors";
import { changeId, opId } from "./change-id";

/** Shows a message to the user, with a button or a link to what they may want to do. */
export type Notify = (
  message: string,
  about: string,
  more?:
    | { action: { label: string; onAct: () => void } }
    | { link: { label: string; href: string } },
) => void;

interface Context {
  queries: QueryClient;
  uid: string;
  notify: Notify;
}

/** Longest wait for the answer about the last removal, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Returns the last removal of a title whose entry was more than a plan. */
function lastRemoval(events: readonly ListEvent[]): ListEvent | null {
  const hadMore = (at: number) => {
    const before = events.slice(at + 1);
    const added = before.findIndex(({ kind }) => kind !== "edited");
    const more = added < 0 ? before.length : added + (before[added]?.changes.length ?? 0);
    return more > 0;
  };
  return events.find(({ kind }, at) => kind === "removed" && hadMore(at)) ?? null;
}

/** The entry that a title had before it was added again: its name, and how to bring the entry back. Null where there was none. */
export async function removedEntry(queries: QueryClient, uid: string, malId: number) {
  const { items } = await titleActivity(malId, AbortSignal.timeout(TIMEOUT_MS));
  const removal = lastRemoval(items);
  if (!removal) return null;
  /** Restores the entry; returns how to undo that, null where nothing was changed. */
  const bringBack = async () => {
    const { results, ...at } = await send("POST", "/api/v1/me/list/restore", {
      before: removal.event,
      mal_ids: [malId],
      op_id: opId(changeId()),
    });
    const [result] = results;
    if (result?.item) receiveAnswer(queries, uid, malId, { ...at, ...result });
    const event = result?.event ?? null;
    return event === null ? null : () => undoEvents(queries, uid, [event]);
  };
  return { name: displayTitle(removal), bringBack };
}

/** Offers to bring back the entry that a title had before it was added again, if that was more than a plan. */
export async function offerRemovedEntry({ queries, uid, notify }: Context, malId: number) {
  const removed = await removedEntry(queries, uid, malId).catch(() => null);
  if (removed === null) return;
  const about = `watchlist ${malId}`;
  const doing = (work: () => Promise<unknown>) => () =>
    void work().catch((error) => notify(refusalOf(error), about));
  const onAct = doing(async () => {
    const undo = await removed.bringBack();
    const action = undo && { label: "Undo", onAct: doing(undo) };
    notify(`“${removed.name}” is as it was before.`, about, action ? { action } : undefined);
  });
  notify(`“${removed.name}” was on your list before, with more to it.`, about, {
    action: { label: "Bring it back", onAct },
  });
}
