import type { Choices } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";

/** The choices for an import, with the titles chosen for rows. */
export interface ImportDraft extends Choices {
  /** The chosen titles, by their ids. */
  titles: Record<string, SuggestedTitle>;
}

/**
 * What a user has chosen for their imports. It is stored in this tab, under the user's id, until the import is applied or
 * forgotten, or they log out here.
 */
const KEY = "mitai:import-wishes";

type ImportDrafts = Record<string, Partial<ImportDraft>>;

/** Reads the drafts of the user. Another user's drafts are overwritten at the next save. */
function readAll(uid: string): ImportDrafts {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
      uid: string;
      imports: ImportDrafts;
    } | null;
    return stored?.uid === uid ? stored.imports : {};
  } catch {
    return {};
  }
}

function saveAll(uid: string, imports: ImportDrafts) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ uid, imports }));
  } catch {
    // Where storage is off, they hold until the page is left.
  }
}

export const readImportDraft = (uid: string, id: number): Partial<ImportDraft> =>
  readAll(uid)[id] ?? {};

export const saveImportDraft = (uid: string, id: number, draft: ImportDraft) =>
  saveAll(uid, { ...readAll(uid), [id]: draft });

export function dropImportDraft(uid: string, id: number) {
  const { [id]: _, ...others } = readAll(uid);
  saveAll(uid, others);
}

export function dropImportDrafts() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // They were never there.
  }
}
