import { send } from "@/api/client";
import type { ChangedField, ListAnswer, ListResult, ListResults } from "@/api/list";
import type { PendingEdit } from "@/lib/list/pending";
import { opId } from "./change-id";
import { confirmEdits, dropEdits, noteEvent, refuseEdits, takeForSending } from "./edits";
import { confirmChange, offerChange, type PendingChange } from "./outbox";
import { isAddition, isEdit, type Unsent } from "./unsent";

/** The server's result and the library's version with it; null if there was nothing to send. */
type Delivered = {
  version: number;
  /** The refused changes, with reasons. */
  refused?: readonly [Unsent, string][];
  /** The fields that an undo kept, since they were changed afterwards. */
  changedSince?: readonly ChangedField[];
} | null;

/** Returns how long ago a change was made: however often it is sent, the time of making stays. */
const ageOf = ({ madeAt }: Unsent) =>
  madeAt === undefined ? undefined : Math.max(0, Date.now() - madeAt);

/** Returns the fields that every edit and removal is sent with. */
function sentWith(change: Unsent) {
  const age_ms = ageOf(change);
  const base_version = change.baseVersion ?? undefined;
  return {
    op_id: opId((isEdit(change) && change.bulk) || change.id),
    ...(base_version !== undefined && { base_version }),
    ...(age_ms !== undefined && { age_ms }),
  };
}

/** The events that edits take back are known: these are undone, not overwritten. */
async function deliverUndo(uid: string, op_id: string, edits: readonly PendingEdit[]) {
  const parts = edits.filter(({ undoneEvent }) => typeof undoneEvent === "number");
  const events = parts.flatMap(({ undoneEvent }) => undoneEvent ?? []);
  const answer = await send("POST", "/api/v1/me/activity/undo", { events, op_id });
  const changedSince = answer.results.flatMap(({ changed_since }) => changed_since);
  return { version: answer.version, refused: await settle(uid, parts, answer), changedSince };
}

/** An address that names the values which go with a change that has no body. */
function withSent<Path extends string>(path: Path, sent: ReturnType<typeof sentWith>) {
  const values = Object.keys(sent).map((name) => `${name}={${name}}`);
  return `${path}?${values.join("&")}` as Path;
}

function deliverRemoval(change: Unsent): Promise<ListAnswer> {
  const sent = sentWith(change);
  const address = withSent("/api/v1/me/list/{mal_id}", sent);
  return send("DELETE", address, undefined, { mal_id: change.malId, ...sent });
}

async function deliverOne(uid: string, pending: PendingEdit): Promise<Delivered> {
  const { id, malId, edit } = pending;
  const sent = { ...edit, ...sentWith(pending) };
  const answer = edit
    ? await send("PATCH", "/api/v1/me/list/{mal_id}", sent, { mal_id: malId })
    : await deliverRemoval(pending);
  const { version, event } = answer;
  await confirmEdits(uid, new Map([[id, { version, event }]]));
  return { version, refused: !edit && stays(answer) ? [[pending, CHANGED]] : [] };
}

/** The reason for which a removal leaves a title where it is. */
const CHANGED = "It was changed on another device meanwhile.";

const stays = ({ event, item }: Pick<ListAnswer, "event" | "item">) =>
  event === null && item != null;

/** Stores the result of each title of a sent edit: some may be refused. */
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
  const parts = [first, ...others];
  if (first.undoneEvent === null) {
    const idle = parts.filter(({ undoneEvent }) => undoneEvent === null);
    await dropEdits(
      uid,
      idle.map(({ id }) => id),
    );
    return null;
  }
  if (first.undoneEvent !== undefined) return deliverUndo(uid, sentWith(first).op_id, parts);
  // An undo sends each title by itself, since each has former values of its own.
  if (first.bulk === undefined || first.undoes !== undefined) return deliverOne(uid, first);
  const answer = await send("PATCH", "/api/v1/me/list", {
    mal_ids: parts.map(({ malId }) => malId),
    ...(first.edit ? { edit: first.edit } : { remove: true }),
    ...sentWith(first),
  });
  return { version: answer.version, refused: await settle(uid, parts, answer) };
}

/** Sends changes that belong together, and stores what the server has of them. */
export async function deliver(
  uid: string,
  changes: readonly [Unsent, ...Unsent[]],
): Promise<Delivered> {
  const [change] = changes;
  if (isEdit(change)) return deliverEdits(uid, changes.filter(isEdit));
  const sent = navigator.onLine && isAddition(change) ? offerChange(uid, change) : change;
  const { version, refused } = await deliverToggle(sent);
  // Whether the sender was stopped or not: what the server has is not sent again when the user is back.
  confirmChange(uid, sent, version);
  return { version, refused: refused ? [[change, CHANGED]] : [] };
}

async function deliverToggle(change: PendingChange) {
  const { method, list, malId } = change;
  if (method === "DELETE" && list === "watchlist" && change.baseVersion !== undefined) {
    const answer = await deliverRemoval(change);
    noteEvent(change.id, answer.event);
    return { version: answer.version, refused: stays(answer) };
  }
  // An addition has a name, so that the removal after it has seen it, and nothing of another device
  const sent = list === "watchlist" && method === "PUT" ? sentWith(change) : null;
  const path = "/api/v1/me/{list}/{mal_id}";
  const address = sent ? withSent(path, sent) : path;
  const { version } = await send(method, address, undefined, { list, mal_id: malId, ...sent });
  return { version, refused: false };
}
