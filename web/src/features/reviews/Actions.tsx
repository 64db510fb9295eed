import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "@/api/client";
import { type OwnReviewState, ownReviewQuery, type Review } from "@/api/reviews";
import { useWrite } from "@/api/write";
import { formatCount } from "@/lib/format";
import { useToast } from "@/lib/toast";
import { useAfterSession } from "@/lib/useAfterSession";
import { useAskToLogIn } from "@/lib/useAskToLogIn";
import { useConfirmSession } from "@/lib/useConfirmSession";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { HelpfulIcon, ReportIcon } from "@/ui/late-icons";
import { Share } from "@/ui/Share";
import { ReportDialog } from "./ReportDialog";
import { helpedText } from "./texts";

interface Props {
  review: Review;
  /** The name under which the review is shared. */
  title: string;
  /** The reader's own review, votes and reports of the title; undefined until they are known. */
  own: OwnReviewState | undefined;
  /** The id of the section around it, to which a user returns after logging in. */
  place?: string;
}

/** The buttons of what a reader can do with a review. */
export function Actions({ title, ...props }: Props) {
  const { review, own } = props;
  const { author } = review;
  const isOwn = own?.review?.id === review.id;
  return (
    <div className="-ml-3 flex flex-wrap items-center gap-1">
      {isOwn ? (
        review.helpful > 0 && (
          <p className="px-3 text-sm text-muted">{helpedText(review.helpful)}</p>
        )
      ) : (
        <Vote {...props} />
      )}
      <Share
        variant="quiet"
        className="px-3!"
        title={`${title}: review by ${author.name}`}
        path={`/review/${review.id}`}
        label={`Share the review by ${author.name}`}
      />
      {!isOwn && <Report {...props} />}
    </div>
  );
}

type ReaderProps = Omit<Props, "title">;

/** The reader's vote that the review was helpful, and the number of such votes. */
function Vote({ review, own, place }: ReaderProps) {
  const { id, author } = review;
  const { votes, vote } = useVote(review);
  const toast = useToast();
  const askToLogIn = useAskToLogIn(place);
  const afterSession = useAfterSession();
  const helped = own?.helpful.includes(id) ?? false;
  const onVote = () => {
    if (vote.isPending) return;
    const onError = (error: Error) => toast({ message: failureMessage(error), tone: "failure" });
    void afterSession(
      (uid) => vote.mutate({ uid, helpful: !helped }, { onError }),
      () => askToLogIn("say that a review has helped you"),
    );
  };
  return (
    <Button
      variant="quiet"
      className="px-3! aria-pressed:text-accent"
      aria-pressed={helped}
      busy={vote.isPending}
      onClick={onVote}
    >
      {!vote.isPending && <HelpfulIcon size={20} className={helped ? "fill-current" : ""} />}
      <span>
        Helpful<span className="sr-only">, the review by {author.name}: </span>
      </span>
      <span className="tabular-nums">{formatCount(votes)}</span>
    </Button>
  );
}

/** Returns how many readers a review has helped, and how to vote that it helped this one. */
function useVote({ id, mal_id: malId, helpful }: Review) {
  const queries = useQueryClient();
  const confirm = useConfirmSession();
  const [votes, setVotes] = useState<number | null>(null);
  const vote = useWrite(
    async ({ uid, helpful }: { uid: string; helpful: boolean }) => {
      await confirm(uid);
      const answer = await send("POST", "/api/v1/reviews/{id}/vote", { helpful }, { id });
      return { uid, ...answer };
    },
    ({ uid, helpful, votes }) => {
      setVotes(votes);
      queries.setQueryData(ownReviewQuery(uid, malId).queryKey, (state) => {
        const others = state?.helpful.filter((name) => name !== id) ?? [];
        return state && { ...state, helpful: helpful ? [...others, id] : others };
      });
    },
  );
  return { votes: votes ?? helpful, vote };
}

function Report({ review, own, place }: ReaderProps) {
  const { id, author } = review;
  const [reporter, setReporter] = useState<string | null>(null);
  const askToLogIn = useAskToLogIn(place);
  const afterSession = useAfterSession();
  const onReport = () => void afterSession(setReporter, () => askToLogIn("report a review"));
  const before = own?.reported.find((report) => report.review === id);
  const reported = before !== undefined;
  return (
    <>
      <Button
        variant="quiet"
        className="px-3!"
        aria-label={`${reported ? "Reported" : "Report"}: review by ${author.name}`}
        onClick={onReport}
      >
        <ReportIcon size={20} className={reported ? "fill-current" : ""} />
        {reported ? "Reported" : "Report"}
      </Button>
      {reporter !== null && (
        <ReportDialog
          uid={reporter}
          review={review}
          before={before}
          onClose={() => setReporter(null)}
        />
      )}
    </>
  );
}
