import { type InfiniteData, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { send } from "@/api/client";
import {
  type OwnReview,
  ownReviewQuery,
  type ReviewForm,
  type ReviewPage,
  reviewsAddress,
} from "@/api/reviews";
import { useWrite } from "@/api/write";
import { dropReviewDraft, saveReviewDraft } from "@/lib/review-drafts";
import { useToast } from "@/lib/toast";
import { useConfirmSession } from "@/lib/useConfirmSession";
import { failureMessage } from "@/messages/errors";

/** After so long, in milliseconds, what everybody sees has a change: answers are kept for a second. */
const SHOWN_AFTER = 1_200;

const keptText = ({ hidden_for }: OwnReview) =>
  hidden_for === null
    ? "Your review is published."
    : "Your change is kept. The review stays hidden.";

/** Publishing a title's review, and deleting it, with Undo, which publishes it anew. */
export function useWriteReview(uid: string, malId: number, onWritten: () => void) {
  const toast = useToast();
  const confirm = useConfirmSession();
  const note = useNoteOwn(uid, malId);
  const leaveOut = useLeaveOut(malId);
  const write = async (form: ReviewForm) => {
    await confirm(uid);
    return send("PUT", "/api/v1/me/reviews/{mal_id}", form, { mal_id: malId });
  };
  const publish = useWrite(write, (own) => {
    note(own);
    dropReviewDraft(uid, malId);
    toast({ message: keptText(own), about: `review ${malId}` });
    onWritten();
  });
  const failed = (error: Error) => toast({ message: failureMessage(error), tone: "failure" });
  const remove = useWrite(
    async (own: OwnReview) => {
      await confirm(uid);
      await send("DELETE", "/api/v1/me/reviews/{mal_id}", undefined, { mal_id: malId });
      return own;
    },
    (own) => {
      const { text, spoiler } = own;
      leaveOut(own);
      note(null);
      onWritten();
      const keep = (error: Error) => {
        saveReviewDraft(uid, malId, { text, spoiler, base: null });
        failed(error);
      };
      const back = (it: OwnReview) => {
        note(it);
        onWritten();
      };
      const onAct = () => void write({ text, spoiler }).then(back, keep);
      toast({
        message: "Your review is deleted.",
        about: `review ${malId}`,
        action: { label: "Undo", onAct },
      });
    },
  );
  return { publish, remove: (own: OwnReview) => remove.mutate(own, { onError: failed }) };
}

/** Shows what the user's review is now: to them at once, and in the list once that has it. */
function useNoteOwn(uid: string, malId: number) {
  const queries = useQueryClient();
  return (review: OwnReview | null) => {
    queries.setQueryData(
      ownReviewQuery(uid, malId).queryKey,
      (state) => state && { ...state, review },
    );
    const refresh = () => queries.invalidateQueries(listsOf(malId));
    setTimeout(() => void refresh(), SHOWN_AFTER);
  };
}

/** Takes a deleted review out of the lists that are there: once it is nobody's own, it would show among the others'. */
function useLeaveOut(malId: number) {
  const queries = useQueryClient();
  return ({ id, hidden_for }: OwnReview) => {
    const without = ({ items, total, ...page }: ReviewPage) => ({
      ...page,
      items: items.filter((it) => it.id !== id),
      // Hidden reviews are not counted
      total: hidden_for === null ? total - 1 : total,
    });
    queries.setQueriesData<InfiniteData<ReviewPage>>(
      listsOf(malId),
      (lists) => lists && { ...lists, pages: lists.pages.map(without) },
    );
  };
}

/** Matches the queries of a title's reviews, in every order. */
function listsOf(malId: number): QueryFilters {
  const address = reviewsAddress(malId);
  return {
    predicate: ({ queryKey: [name] }) => typeof name === "string" && name.startsWith(address),
  };
}
