import type { ProfileTexts } from "@/api/types";

/**
 * What a user has typed into their profile and not saved: kept in this tab, for whoever typed it, until
 * they save it, drop it or log out here.
 */
const KEY = "mitai:profile-draft";

type Texts = Partial<ProfileTexts>;

/** Keeps the texts that differ from the saved ones; none is nothing to keep. */
export function keepDraft(uid: string, texts: Texts) {
  if (Object.keys(texts).length === 0) return dropDraft();
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ uid, texts }));
  } catch {
    // Where storage is off, leaving the page loses it.
  }
}

/** The user's texts, if there are any. Somebody else's are dropped. */
export function readDraft(uid: string): Texts | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
      uid: string;
      texts: Texts;
    } | null;
    if (draft?.uid === uid) return draft.texts;
  } catch {
    // Not readable: not to be had.
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
