import type { QueryClient } from "@tanstack/react-query";
import { send } from "@/api/client";
import { type ListEvent, titleActivity } from "@/api/list";
import { receiveAnswer } from "@/lib/list/undo";
import { displayTitle } from "@/lib/names";
import { changeId, opId } from "./change-id";

/** How long the server may take to say what there was, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** The removal of a title of which there was more than a plan. */
function lastRemoval([, removal, before]: readonly ListEvent[]): ListEvent | null {
  if (removal?.kind !== "removed" || !before) return null;
  return before.kind === "edited" || before.changes.length > 0 ? removal : null;
}

/** What a title that was added again had been before: its name, and the way to have it so again. Null is nothing. */
export async function formerEntry(queries: QueryClient, uid: string, malId: number) {
  const { items } = await titleActivity(malId, AbortSignal.timeout(TIMEOUT_MS));
  const removal = lastRemoval(items);
  if (!removal) return null;
  const bringBack = async () => {
    const { results, ...at } = await send("POST", "/api/v1/me/list/restore", {
      before: removal.event,
      mal_ids: [malId],
      op_id: opId(changeId()),
    });
    const [result] = results;
    if (result?.item) receiveAnswer(queries, uid, malId, { ...at, ...result });
  };
  return { name: displayTitle(removal), bringBack };
}
