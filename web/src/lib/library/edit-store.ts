import { type DBSchema, openDB } from "idb";
import type { PendingEdit } from "@/lib/list/pending";

/** An edit with the id of its user. */
export type StoredEdit = PendingEdit & { uid: string };

interface Schema extends DBSchema {
  edits: { key: [string, string]; value: StoredEdit };
}

/** The stored edits, within one transaction. */
export interface EditRows {
  get: (uid: string, id: string) => Promise<StoredEdit | undefined>;
  /** Returns the edits of a user, or of all users, in the order of their ids. */
  all: (uid?: string) => Promise<StoredEdit[]>;
  put: (edit: StoredEdit) => Promise<unknown>;
  remove: (uid: string, id: string) => Promise<unknown>;
}

/** The edits of a browser that refuses storage, until the page is left. */
const memory = new Map<string, StoredEdit>();
const keyOf = (uid: string, id: string) => `${uid} ${id}`;

const memoryRows: EditRows = {
  get: async (uid, id) => memory.get(keyOf(uid, id)),
  all: async (uid) => {
    const rows = [...memory.values()].filter((row) => uid === undefined || row.uid === uid);
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  },
  put: async (edit) => memory.set(keyOf(edit.uid, edit.id), edit),
  remove: async (uid, id) => memory.delete(keyOf(uid, id)),
};

const open = () =>
  openDB<Schema>("mitai", 1, {
    upgrade: (db) => void db.createObjectStore("edits", { keyPath: ["uid", "id"] }),
    // Another tab is of a later version of the app.
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
  });
let opened: ReturnType<typeof open> | undefined;

async function inDatabase<T>(work: (rows: EditRows) => Promise<T>): Promise<T> {
  opened ??= open();
  const transaction = (await opened).transaction("edits", "readwrite");
  const { store } = transaction;
  try {
    const result = await work({
      get: (uid, id) => store.get([uid, id]),
      all: (uid) => store.getAll(uid === undefined ? null : IDBKeyRange.bound([uid], [uid, []])),
      put: (edit) => store.put(edit),
      remove: (uid, id) => store.delete([uid, id]),
    });
    await transaction.done;
    return result;
  } catch (error) {
    transaction.done.catch(() => {});
    throw error;
  }
}

/**
 * Does `work` on the stored edits: all of it, or nothing. It may wait for the rows only: a transaction ends when it
 * is left alone. Other tabs' transactions come before or after it.
 */
export async function withEdits<T>(work: (rows: EditRows) => Promise<T>): Promise<T> {
  // A browser that once kept something in memory goes on so: half of it elsewhere would be out of order.
  if (memory.size > 0 || typeof indexedDB === "undefined") return work(memoryRows);
  try {
    return await inDatabase(work);
  } catch {
    // A browser may end a connection at any time; what is stored is there still.
    opened = undefined;
  }
  try {
    return await inDatabase(work);
  } catch {
    opened = undefined;
    return work(memoryRows);
  }
}
