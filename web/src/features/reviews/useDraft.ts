import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type OwnReview, ownReviewQuery, type ReviewForm } from "@/api/reviews";
import {
  dropReviewDraft,
  type ReviewDraft,
  readReviewDraft,
  saveReviewDraft,
} from "@/lib/review-drafts";
import { isStillSignedIn } from "@/lib/session";
import { useToast } from "@/lib/toast";

/** The text as it was begun on this device, else as it is published; and whether something else was published since. */
export function useDraft(
  uid: string,
  malId: number,
  own: OwnReview | null,
  onRestored: () => void,
) {
  const toast = useToast();
  const queries = useQueryClient();
  const [saved] = useState(() => readReviewDraft(uid, malId));
  const before = formOf(own);
  const [form, setForm] = useState(() => (saved ? formOf(saved) : before));
  // A draft of an earlier version of the app has no time of its review
  const [base] = useState(saved?.base === undefined ? writtenAt(own) : saved.base);
  const about = `review ${malId}`;
  const isAsBefore = (it: ReviewForm) => it.text === before.text && it.spoiler === before.spoiler;
  const change = (now: ReviewForm) => {
    setForm(now);
    if (isAsBefore(now)) dropReviewDraft(uid, malId);
    else saveReviewDraft(uid, malId, { ...now, base });
  };
  const restore = (draft: ReviewDraft) => {
    if (!isStillSignedIn(queries, uid)) return;
    const since = readReviewDraft(uid, malId);
    // Two changes of one text are not joined: most of it would stand there twice
    const joined = since && own === null ? both(draft, since) : draft;
    saveReviewDraft(uid, malId, joined);
    if (joined !== draft)
      toast({ message: "What you had discarded stands above what you have written since.", about });
    else if (since)
      toast({
        message: "Your other change is back, in place of this one.",
        about,
        action: { label: "Undo", onAct: () => restore(since) },
      });
    onRestored();
  };
  const drop = () => {
    dropReviewDraft(uid, malId);
    if (isAsBefore(form)) return;
    toast({
      message: "What you wrote is discarded.",
      about,
      action: { label: "Undo", onAct: () => restore({ ...form, base }) },
    });
  };
  // Another device may have published since this one has asked
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ownReviewQuery(uid, malId).queryKey });
  }, [queries, uid, malId]);
  return { form, change, drop, restored: saved !== null, isBehind: base !== writtenAt(own) };
}

function formOf(own: ReviewForm | null): ReviewForm {
  return own ? { text: own.text, spoiler: own.spoiler } : { text: "", spoiler: false };
}

/** Joins a discarded draft and a later one: neither is lost. */
const both = (discarded: ReviewForm, since: ReviewDraft): ReviewDraft => ({
  ...since,
  text: [discarded.text, since.text].filter(Boolean).join("\n\n"),
  spoiler: discarded.spoiler || since.spoiler,
});

/** Returns when the published text was written; null if nothing is published. */
const writtenAt = (own: OwnReview | null) => own && (own.edited_at ?? own.created_at);
