import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { send } from "@/api/client";
import { type OwnReviewState, ownReviewQuery, type Review } from "@/api/reviews";
import { useWrite } from "@/api/write";
import { formatCount } from "@/lib/format";
import { useSession } from "@/lib/session";
import { useConfirm } from "@/lib/useConfirm";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { HelpfulIcon, ReportIcon } from "@/ui/late-icons";
import { Share } from "@/ui/Share";
import { useToast } from "@/ui/toast";
import { ReportDialog } from "./ReportDialog";
import { useAskToLogIn } from "./useReader";

interface Props {
  review: Review;
  /** What is shared is called by it. */
  title: string;
  /** What the reader has to do with it; undefined while that is not known. */
  own: OwnReviewState | undefined;
}

/** What a reader can do with a review. */
export function Actions({ review, title, own }: Props) {
  const { author } = review;
  const isOwn = own?.review?.id === review.id;
  return (
    <div className="-ml-3 flex flex-wrap items-center gap-1">
      {isOwn ? (
        <p className="px-3 text-sm text-muted">{helpedText(review.helpful)}</p>
      ) : (
        <Vote review={review} own={own} />
      )}
      <Share
        variant="quiet"
        className="px-3!"
        title={`${title}: review by ${author.name}`}
        path={`/review/${review.id}`}
        label={`Share the review by ${author.name}`}
      />
      {!isOwn && <Report review={review} own={own} />}
    </div>
  );
}

const helpedText = (count: number) =>
  count === 1 ? "It has helped 1 reader." : `It has helped ${formatCount(count)} readers.`;

type ReaderProps = Omit<Props, "title">;

/** Whether it has helped the reader, and how many it has. */
function Vote({ review, own }: ReaderProps) {
  const { id, mal_id: malId, author } = review;
  const uid = useSession().user?.uid ?? null;
  const queries = useQueryClient();
  const toast = useToast();
  const askToLogIn = useAskToLogIn();
  const confirm = useConfirm();
  const helped = own?.helpful.includes(id) ?? false;
  const [votes, setVotes] = useState<number | null>(null);
  const vote = useWrite(
    async (helpful: boolean) => {
      await confirm(uid ?? "");
      return send("POST", "/api/v1/reviews/{id}/vote", { helpful }, { id });
    },
    (said) => {
      setVotes(said.votes);
      queries.setQueryData(ownReviewQuery(uid ?? "", malId).queryKey, (state) => {
        const others = state?.helpful.filter((name) => name !== id) ?? [];
        return state && { ...state, helpful: said.helpful ? [...others, id] : others };
      });
    },
  );
  const onVote = () => {
    if (uid === null) askToLogIn("say that a review has helped you");
    else if (!vote.isPending)
      vote.mutate(!helped, {
        onError: (error) => toast({ message: failureMessage(error), tone: "failure" }),
      });
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
      <span className="tabular-nums">{formatCount(votes ?? review.helpful)}</span>
    </Button>
  );
}

function Report({ review, own }: ReaderProps) {
  const { id, author } = review;
  const { status, user } = useSession();
  const [asked, setAsked] = useState(false);
  const askToLogIn = useAskToLogIn();
  // Who presses early waits until it is known who they are
  useEffect(() => {
    if (!asked || status !== "signed-out") return;
    setAsked(false);
    askToLogIn("report a review");
  }, [asked, status, askToLogIn]);
  const reported = own?.reported.includes(id) ?? false;
  return (
    <>
      <Button
        variant="quiet"
        className="px-3!"
        aria-label={`${reported ? "Reported" : "Report"}: review by ${author.name}`}
        onClick={() => setAsked(true)}
      >
        <ReportIcon size={20} className={reported ? "fill-current" : ""} />
        {reported ? "Reported" : "Report"}
      </Button>
      {asked && user && (
        <ReportDialog
          uid={user.uid}
          review={review}
          again={reported}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
