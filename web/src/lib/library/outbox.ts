import { useSyncExternalStore } from "react";
import type { Entry, ListName } from "@/api/types";
import { changeId } from "./change-id";

/**
 * Changes of the lists that the user has made and the library does not show yet, oldest first. They
 * outlive the tab and the browser.
 *
 * **Invariant:** each change has its own key in the browser's storage, so that two tabs can add and
 * remove at the same time without one of them losing what the other wrote. A browser that refuses
 * storage keeps them until the page is left.
 */
const PREFIX = "mitai:outbox:";

export interface PendingChange {
  /** The change's id; ids sort by when changes were made. */
  id: string;
  /** When the change was made, by this browser's clock; ids are ahead of it where the clock was set back. */
  madeAt?: number;
  method: "PUT" | "DELETE";
  list: ListName;
  malId: number;
  /** The entry to show for an added title until the library has it; null where it is not known. */
  entry: Entry | null;
  /** The library's version that the user saw when making the change. */
  baseVersion?: number;
  /** Set before the change is sent with a network: the server may have it from then on. */
  offered?: boolean;
  /** Set once the server has it: the version of the library that includes it. */
  version?: number;
}

type Draft = Omit<PendingChange, "id" | "madeAt" | "offered" | "version">;

/** Called after a change, with whether another tab made it. */
type Listener = (elsewhere: boolean) => void;

const listeners = new Set<Listener>();
/** Values that storage refused, by key. */
const memory = new Map<string, string>();
/** Users whose changes were read since the last change that this tab knows of. */
const current = new Set<string>();

/** Calls everyone back who listens, the sender too: it does not wait any longer. */
export function announce(elsewhere = false) {
  for (const listener of listeners) listener(elsewhere);
}

const keysOf = (prefix: string) => {
  const keys = [...memory.keys()];
  try {
    keys.push(...Object.keys(localStorage));
  } catch {
    // Storage is switched off: all changes are in memory.
  }
  return [...new Set(keys)].filter((key) => key.startsWith(prefix)).sort();
};

function readItem(key: string): string | null {
  const unstored = memory.get(key);
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeItem(key: string, text: string) {
  current.clear();
  try {
    localStorage.setItem(key, text);
  } catch {
    memory.set(key, text);
  }
}

function removeItem(key: string) {
  current.clear();
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // It was never there.
  }
}

function removeItems(keys: readonly string[]) {
  if (keys.length === 0) return;
  for (const key of keys) removeItem(key);
  announce();
}

const prefixOf = (uid: string) => `${PREFIX}${uid}:`;
const keyOf = (uid: string, id: string) => `${prefixOf(uid)}${id}`;

function isChange(value: unknown): value is PendingChange {
  if (typeof value !== "object" || value === null) return false;
  const { method, list, malId } = value as Partial<PendingChange>;
  return (
    (method === "PUT" || method === "DELETE") &&
    (list === "watchlist" || list === "history") &&
    Number.isInteger(malId)
  );
}

function parse(text: string): PendingChange[] {
  const items = text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
  return items.filter(isChange);
}

const parsed = new Map<string, { text: string; changes: readonly PendingChange[] }>();

/**
 * The user's changes, oldest first; the same array as long as nothing has changed. Each part of a page asks for them
 * after every change, so storage is read once for all.
 */
export function pendingChanges(uid: string): readonly PendingChange[] {
  const known = current.has(uid) ? parsed.get(uid)?.changes : undefined;
  return known ?? readChanges(uid);
}

/** Reads the user's changes, with those of other tabs of which this tab has no event yet. */
export function readChanges(uid: string): readonly PendingChange[] {
  // Without a listener there is nothing to notify.
  if (listeners.size > 0) current.add(uid);
  const text = keysOf(prefixOf(uid))
    .map((key) => readItem(key) ?? "")
    .join("\n");
  const known = parsed.get(uid);
  if (known?.text === text) return known.changes;
  const changes = parse(text);
  parsed.set(uid, { text, changes });
  return changes;
}

/** Keeps a change; it shows at once. Answers the id that it is kept by. */
export function addChange(uid: string, draft: Draft): string {
  const id = changeId();
  writeItem(keyOf(uid, id), JSON.stringify({ id, madeAt: Date.now(), ...draft }));
  announce();
  return id;
}

/** Replaces a change, unless the user has logged out since it was read. */
function update(uid: string, change: PendingChange) {
  const key = keyOf(uid, change.id);
  if (readItem(key) !== null) writeItem(key, JSON.stringify(change));
  announce();
}

/** The change is about to be sent with a network. Answers it as it is kept now. */
export function offerChange(uid: string, change: PendingChange): PendingChange {
  const offered = { ...change, offered: true };
  update(uid, offered);
  return offered;
}

/** Notes that the server has the change, as of this version of the library. */
export function confirmChange(uid: string, change: PendingChange, version: number) {
  update(uid, { ...change, version });
}

export function dropChange(uid: string, { id }: PendingChange) {
  removeItem(keyOf(uid, id));
  announce();
}

/** Drops the changes that the library of this version includes. */
export function dropConfirmed(uid: string, version: number) {
  const included = pendingChanges(uid).filter(
    (change) => change.version !== undefined && change.version <= version,
  );
  removeItems(included.map(({ id }) => keyOf(uid, id)));
}

/** Drops every change of the user. */
export function dropChanges(uid: string) {
  removeItems(keysOf(prefixOf(uid)));
}

/** Drops every change that belongs to another user than this one. */
export function dropOthersChanges(uid: string) {
  removeItems(keysOf(PREFIX).filter((key) => !key.startsWith(prefixOf(uid))));
}

function onStorage({ key }: StorageEvent) {
  // A null key is `localStorage.clear()`.
  if (key !== null && !key.startsWith(PREFIX)) return;
  current.clear();
  announce(true);
}

/** Calls the listener after every change in this tab or another; returns how to stop it. */
export function onPendingChanges(listener: Listener): () => void {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("storage", onStorage);
    current.clear();
  };
}

const none: readonly PendingChange[] = [];

export function usePendingChanges(uid: string | null): readonly PendingChange[] {
  return useSyncExternalStore(
    onPendingChanges,
    () => (uid === null ? none : pendingChanges(uid)),
    () => none,
  );
}
