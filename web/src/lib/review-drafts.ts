import type { ReviewForm } from "@/api/reviews";

/**
 * Reviews that were begun and not published, by title. They are kept on this device, under the user's id, until they are
 * published or dropped, the user logs out here, or somebody else writes.
 */
const KEY = "mitai:review-drafts";

/** A draft, and the time of the review that it was based on; null without one. */
export type ReviewDraft = ReviewForm & { base?: string | null };

type Drafts = Record<string, ReviewDraft>;

/** Reads the drafts of the user. Another user's drafts are overwritten at the next save. */
function readAll(uid: string): Drafts {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as {
      uid: string;
      drafts: Drafts;
    } | null;
    return stored?.uid === uid ? stored.drafts : {};
  } catch {
    return {};
  }
}

function saveAll(uid: string, drafts: Drafts) {
  if (Object.keys(drafts).length === 0) return dropReviewDrafts();
  try {
    localStorage.setItem(KEY, JSON.stringify({ uid, drafts }));
  } catch {
    // Where storage is off or full, leaving the page loses it.
  }
}

export const readReviewDraft = (uid: string, malId: number): ReviewDraft | null =>
  readAll(uid)[malId] ?? null;

export const saveReviewDraft = (uid: string, malId: number, draft: ReviewDraft) =>
  saveAll(uid, { ...readAll(uid), [malId]: draft });

export function dropReviewDraft(uid: string, malId: number) {
  const { [malId]: _, ...others } = readAll(uid);
  saveAll(uid, others);
}

export function dropReviewDrafts() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // They were never there.
  }
}
