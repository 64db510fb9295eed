import { useSyncExternalStore } from "react";
import { mergedEdit, type PendingEdit, type Undone, withoutLast } from "@/lib/list/pending";
import { changeId } from "./change-id";
import { type EditRows, type StoredEdit, withEdits } from "./edit-store";
import { pendingChanges } from "./outbox";

/**
 * Edits of the anime list that the user has made and the list does not show yet, oldest first. They outlive the tab
 * and the browser, in IndexedDB: notes outgrow the other outbox's storage.
 *
 * **Invariant:** pages show a copy in memory, which has an edit at once. Every decision (whether two edits are merged,
 * whether one can still be withdrawn) is made again in a transaction of the database, which all tabs share.
 */
const CHANNEL = "mitai:edits";

export type EditDraft = Omit<
  PendingEdit,
  "id" | "madeAt" | "version" | "event" | "attempted" | "offered"
>;
type Listener = (elsewhere: boolean) => void;

const none: readonly PendingEdit[] = [];
const mirror = new Map<string, readonly PendingEdit[]>();
const listeners = new Set<Listener>();
/** The events that the server made of edits, by the edits' ids; null where nothing changed. */
const events = new Map<string, number | null>();
/** Transactions under way: what is read meanwhile may lack what the mirror has. */
let writing = 0;
let channel: BroadcastChannel | undefined;

function announce(elsewhere = false) {
  for (const listener of listeners) listener(elsewhere);
}

/** Returns a text of everything that can change in the edits, which their items cannot. */
const signature = (edits: readonly PendingEdit[]) =>
  JSON.stringify(edits.map(({ item: _, ...edit }) => edit));

function show(uid: string, edits: readonly PendingEdit[], elsewhere = false) {
  for (const { id, event } of edits) if (event !== undefined) events.set(id, event);
  if (signature(mirror.get(uid) ?? none) === signature(edits)) return;
  mirror.set(uid, edits);
  announce(elsewhere);
}

async function refresh(uid: string, elsewhere = false) {
  const rows = await withEdits((edits) => edits.all(uid));
  // While something is written, the writer refreshes afterwards.
  if (writing === 0) {
    show(
      uid,
      rows.map(({ uid: _, ...edit }) => edit),
      elsewhere,
    );
  }
}

async function write<T>(uid: string, work: (rows: EditRows) => Promise<T>): Promise<T> {
  writing += 1;
  try {
    return await withEdits(work);
  } finally {
    writing -= 1;
    post(uid);
    await refresh(uid);
  }
}

function post(uid: string) {
  const sender = channel ?? new BroadcastChannel(CHANNEL);
  sender.postMessage(uid);
  if (sender !== channel) sender.close();
}

/** The user's edits, oldest first; the same array as long as nothing has changed. */
export function pendingEdits(uid: string): readonly PendingEdit[] {
  if (!mirror.has(uid)) {
    mirror.set(uid, none);
    refresh(uid);
  }
  return mirror.get(uid) ?? none;
}

/** Resolves once the edits that were stored before are there. */
export async function editsLoaded(uid: string) {
  pendingEdits(uid);
  await refresh(uid);
}

/** The unsent edit that takes up `next`, with it in it; null where there is none. */
function takenUp(uid: string, edits: readonly PendingEdit[], next: PendingEdit) {
  const last = edits.findLast(({ malId }) => malId === next.malId);
  const toggled = pendingChanges(uid).findLast(
    ({ list, malId }) => list === "watchlist" && malId === next.malId,
  );
  // A toggle made in between must be sent between them.
  return last && last.id > (toggled?.id ?? "") ? mergedEdit(last, next) : null;
}

/** Keeps edits; they show at once. Answers the ids that they are kept by. */
export async function addEdits(uid: string, drafts: readonly EditDraft[]): Promise<string[]> {
  const madeAt = Date.now();
  const edits = drafts.map((draft): PendingEdit => ({ ...draft, id: changeId(), madeAt }));
  const before = pendingEdits(uid);
  const [only] = edits;
  const merged = only && edits.length === 1 ? takenUp(uid, before, only) : null;
  show(
    uid,
    merged ? before.map((edit) => (edit.id === merged.id ? merged : edit)) : [...before, ...edits],
  );
  return write(uid, async (rows) => {
    const into = only && edits.length === 1 ? takenUp(uid, await rows.all(uid), only) : null;
    const kept = into ? [into] : edits;
    for (const edit of kept) await rows.put({ ...edit, uid });
    return kept.map(({ id }) => id);
  });
}

/** Changes those of the edits that are still there, in one transaction; null drops them. Answers what it kept. */
async function update(
  uid: string,
  ids: readonly string[],
  change: (edit: StoredEdit) => StoredEdit | null,
): Promise<PendingEdit[]> {
  return write(uid, async (rows) => {
    const kept: PendingEdit[] = [];
    for (const id of ids) {
      const edit = await rows.get(uid, id);
      if (!edit) continue;
      const next = change(edit);
      if (next === null) await rows.remove(uid, id);
      else {
        await rows.put(next);
        kept.push(next);
      }
    }
    return kept;
  });
}

/** Marks edits as sent, before they are; answers them as they are to be sent, without what was taken back. */
export const takeForSending = (uid: string, ids: readonly string[]) =>
  update(uid, ids, (edit) => ({
    ...edit,
    attempted: true,
    ...(navigator.onLine && { offered: true }),
  }));

/** The server has these edits, as of these versions of the library. What takes them back learns of their events. */
export function confirmEdits(
  uid: string,
  answers: ReadonlyMap<string, { version: number; event: number | null }>,
) {
  for (const [id, { event }] of answers) events.set(id, event);
  return write(uid, async (rows) => {
    for (const row of await rows.all(uid)) {
      const own = answers.get(row.id);
      const undone = answers.get(row.undoes ?? "");
      if (own) await rows.put({ ...row, ...own });
      else if (undone) await rows.put({ ...row, undoneEvent: undone.event });
    }
  });
}

/**
 * The server does not take these edits, for these reasons. A removal goes; what was typed stays, for the user to
 * decide. What takes them back learns that there is nothing to undo.
 */
export function refuseEdits(uid: string, reasons: ReadonlyMap<string, string>) {
  for (const id of reasons.keys()) events.set(id, null);
  return write(uid, async (rows) => {
    for (const row of await rows.all(uid)) {
      const refused = reasons.get(row.id);
      if (refused !== undefined && row.edit === null) await rows.remove(uid, row.id);
      else if (refused !== undefined) await rows.put({ ...row, refused });
      else if (reasons.has(row.undoes ?? "")) await rows.put({ ...row, undoneEvent: null });
    }
  });
}

export async function dropEdits(uid: string, ids: readonly string[]) {
  if (ids.length === 0) return;
  show(
    uid,
    pendingEdits(uid).filter(({ id }) => !ids.includes(id)),
  );
  await update(uid, ids, () => null);
}

/** Takes edits back, but for those that the server may have. Answers which it did. */
export async function takeBackEdits(
  uid: string,
  undone: readonly Pick<Undone, "id" | "before">[],
): Promise<Set<string>> {
  const taken = new Set<string>();
  const before = new Map(undone.map((each) => [each.id, each.before]));
  await update(uid, [...before.keys()], (edit) => {
    if (edit.attempted && edit.refused === undefined) return edit;
    taken.add(edit.id);
    const left = withoutLast(edit, before.get(edit.id) ?? null);
    return left && { ...left, uid };
  });
  return taken;
}

/** Drops the edits that the library of this version includes. */
export function dropConfirmedEdits(uid: string, version: number) {
  const included = pendingEdits(uid).filter(
    (edit) => edit.version !== undefined && edit.version <= version,
  );
  return dropEdits(
    uid,
    included.map(({ id }) => id),
  );
}

/** Drops every edit of the user. */
export async function dropAllEdits(uid: string) {
  show(uid, none);
  await write(uid, async (rows) => {
    for (const { id } of await rows.all(uid)) await rows.remove(uid, id);
  });
}

/** Drops every edit that belongs to another user than this one. */
export async function dropOthersEdits(uid: string) {
  for (const other of mirror.keys()) if (other !== uid) show(other, none);
  await withEdits(async (rows) => {
    for (const row of await rows.all()) if (row.uid !== uid) await rows.remove(row.uid, row.id);
  });
}

/** The event that the server made of an edit, or of a removal by its toggle; undefined as long as it is not known. */
export const eventOf = (id: string) => events.get(id);

/** The server made this event of a removal by its toggle; null where nothing changed. */
export function noteEvent(id: string, event: number | null) {
  events.set(id, event);
}

/** Calls the listener after every change in this tab or another; returns how to stop it. */
export function onPendingEdits(listener: Listener): () => void {
  if (listeners.size === 0) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<string>) => void refresh(data, true);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}

export function usePendingEdits(uid: string | null): readonly PendingEdit[] {
  return useSyncExternalStore(
    onPendingEdits,
    () => (uid === null ? none : pendingEdits(uid)),
    () => none,
  );
}
