import type { Choices } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";

/** The choices for an import, with the titles chosen for rows. */
export interface Wishes extends Choices {
  /** By their ids. */
  titles: Record<string, SuggestedTitle>;
}

/**
 * What a user wishes of their imports. It is stored in this tab, under the user's id, until the import is applied or
 * forgotten, or they log out here.
 */
const KEY = "mitai:import-wishes";

type OfImports = Record<string, Partial<Wishes>>;

/** Somebody else's are dropped with the next that are saved. */
function readAll(uid: string): OfImports {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
      uid: string;
      imports: OfImports;
    } | null;
    return kept?.uid === uid ? kept.imports : {};
  } catch {
    return {};
  }
}

function saveAll(uid: string, imports: OfImports) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ uid, imports }));
  } catch {
    // Where storage is off, they hold until the page is left.
  }
}

export const readWishes = (uid: string, id: number): Partial<Wishes> => readAll(uid)[id] ?? {};

export const saveWishes = (uid: string, id: number, wishes: Wishes) =>
  saveAll(uid, { ...readAll(uid), [id]: wishes });

export function dropWishes(uid: string, id: number) {
  const { [id]: _, ...others } = readAll(uid);
  saveAll(uid, others);
}

export function dropAllWishes() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // They were never there.
  }
}
