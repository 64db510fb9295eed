import { send } from "@/api/client";
import type { ChangedField, ListAnswer, ListResult, ListResults } from "@/api/list";
import type { PendingEdit } from "@/lib/list/pending";
import { opId } from "./change-id";
import { confirmEdits, dropEdits, refuseEdits, takeForSending } from "./edits";
import { confirmChange, type PendingChange } from "./outbox";
import { isEdit, type Unsent } from "./unsent";

/** Titles in one edit of several, at most. */
export const MOST_TITLES = 500;

/** What the server has, and as of which version of the library; null where there was nothing left to send. */
type Delivered = {
  version: number;
  /** What it did not do, and why. */
  refused?: readonly [Unsent, string][];
  /** What an undo has left as it is. */
  changedSince?: readonly ChangedField[];
} | null;

function sentEdit({ edit, id, bulk, baseVersion }: PendingEdit) {
  const op_id = opId(bulk ?? id);
  return { ...edit, op_id, ...(baseVersion !== null && { base_version: baseVersion }) };
}

/** Its address names the values that go with it: a request to delete has no body. */
const REMOVAL = "/api/v1/me/list/{mal_id}?op_id={op_id}&base_version={base_version}";

/** The event that an edit takes back is known: it is undone, not overwritten. */
async function deliverUndo(uid: string, id: string, event: number): Promise<Delivered> {
  const answer = await send(
    "POST",
    "/api/v1/me/activity/{event}/undo",
    { op_id: opId(id) },
    { event },
  );
  const { version, changed_since } = answer;
  await confirmEdits(uid, new Map([[id, { version, event: answer.event }]]));
  return { version, changedSince: changed_since };
}

function deliverRemoval(
  id: string,
  malId: number,
  baseVersion: number | null,
): Promise<ListAnswer> {
  const address = baseVersion === null ? REMOVAL.replace(/&.*/, "") : REMOVAL;
  return send("DELETE", address as "/api/v1/me/list/{mal_id}", undefined, {
    mal_id: malId,
    op_id: opId(id),
    base_version: baseVersion ?? 0,
  });
}

async function deliverOne(uid: string, pending: PendingEdit): Promise<Delivered> {
  const { id, malId, edit, baseVersion } = pending;
  const answer = edit
    ? await send("PATCH", "/api/v1/me/list/{mal_id}", sentEdit(pending), { mal_id: malId })
    : await deliverRemoval(id, malId, baseVersion);
  const { version, event } = answer;
  await confirmEdits(uid, new Map([[id, { version, event }]]));
  return { version, refused: !edit && stays(answer) ? [[pending, CHANGED]] : [] };
}

/** Why a removal leaves a title where it is. */
const CHANGED = "It was changed on another device meanwhile.";

const stays = ({ event, item }: Pick<ListAnswer, "event" | "item">) =>
  event === null && item != null;

/** Each title fares for itself: some may be refused. */
async function settle(uid: string, parts: readonly PendingEdit[], answer: ListResults) {
  const byTitle = new Map(answer.results.map((result) => [result.mal_id, result]));
  const failed = (result: ListResult | undefined) => result?.error ?? undefined;
  const taken = parts.filter(({ malId }) => failed(byTitle.get(malId)) === undefined);
  const { version } = answer;
  const eventOf = (malId: number) => byTitle.get(malId)?.event ?? null;
  await confirmEdits(
    uid,
    new Map(taken.map(({ id, malId }) => [id, { version, event: eventOf(malId) }])),
  );
  const refused = parts.flatMap((part): [PendingEdit, string][] => {
    const why = failed(byTitle.get(part.malId));
    return why === undefined ? [] : [[part, why]];
  });
  if (refused.length > 0) {
    await refuseEdits(uid, new Map(refused.map(([{ id }, why]) => [id, why])));
  }
  const kept = taken.filter((part) => {
    const result = byTitle.get(part.malId);
    return part.edit === null && result !== undefined && stays(result);
  });
  return [...refused, ...kept.map((part): [PendingEdit, string] => [part, CHANGED])];
}

async function deliverEdits(uid: string, edits: readonly PendingEdit[]): Promise<Delivered> {
  const ids = edits.map(({ id }) => id);
  const [first, ...others] = await takeForSending(uid, ids);
  if (!first) return null;
  if (first.undoneEvent === null) {
    await dropEdits(uid, [first.id]);
    return null;
  }
  if (first.undoneEvent !== undefined) return deliverUndo(uid, first.id, first.undoneEvent);
  if (first.bulk === undefined) return deliverOne(uid, first);
  const parts = [first, ...others];
  const { op_id, base_version, ...edit } = sentEdit(first);
  const answer = await send("PATCH", "/api/v1/me/list", {
    mal_ids: parts.map(({ malId }) => malId),
    ...(first.edit ? { edit } : { remove: true }),
    op_id,
    ...(base_version !== undefined && { base_version }),
  });
  return { version: answer.version, refused: await settle(uid, parts, answer) };
}

/** Sends what belongs together, and notes what the server has of it. */
export async function deliver(
  uid: string,
  changes: readonly [Unsent, ...Unsent[]],
): Promise<Delivered> {
  const [change] = changes;
  if (isEdit(change)) return deliverEdits(uid, changes.filter(isEdit));
  const { version, refused } = await deliverToggle(change);
  // Whether the sender was stopped or not: what the server has is not sent again when the user is back.
  confirmChange(uid, change, version);
  return { version, refused: refused ? [[change, CHANGED]] : [] };
}

async function deliverToggle({ id, method, list, malId, baseVersion }: PendingChange) {
  if (method === "DELETE" && list === "watchlist" && baseVersion !== undefined) {
    const answer = await deliverRemoval(id, malId, baseVersion);
    return { version: answer.version, refused: stays(answer) };
  }
  const address = "/api/v1/me/{list}/{mal_id}";
  const { version } = await send(method, address, undefined, { list, mal_id: malId });
  return { version, refused: false };
}
