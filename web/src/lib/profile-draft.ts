import type { ProfileTexts } from "@/api/types";

/**
 * The unsaved texts of a user's profile form. They are stored in this tab, under the user's id, until the
 * user saves them, drops them or logs out here.
 */
const KEY = "mitai:profile-draft";

type Texts = Partial<ProfileTexts>;

/** Stores the texts that differ from the saved ones; without any, it drops the draft. */
export function saveDraft(uid: string, texts: Texts) {
  if (Object.keys(texts).length === 0) return dropDraft();
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ uid, texts }));
  } catch {
    // Where storage is off, leaving the page loses it.
  }
}

/** Reads the user's draft; null if there is none. Another user's draft is dropped. */
export function readDraft(uid: string): Texts | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
      uid: string;
      texts: Texts;
    } | null;
    if (draft?.uid === uid) return draft.texts;
  } catch {
    // A draft that cannot be read is dropped.
  }
  dropDraft();
  return null;
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was never there.
  }
}
