import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { OwnReview as Own, OwnReviewState } from "@/api/reviews";
import type { User } from "@/api/types";
import { focusSection } from "@/lib/focus-section";
import { useAddress } from "@/lib/location";
import { loginPath } from "@/lib/next";
import { readReviewDraft } from "@/lib/review-drafts";
import { useSession } from "@/lib/session";
import { Button, buttonClass } from "@/ui/Button";
import { TrashIcon } from "@/ui/late-icons";
import { Skeleton } from "@/ui/Spinner";
import { Actions } from "./Actions";
import { Editor } from "./Editor";
import { HiddenNotice } from "./HiddenNotice";
import { LinksWait } from "./LinksWait";
import { ReviewCard } from "./ReviewCard";
import { useWriteReview } from "./useWriteReview";

interface Props {
  malId: number;
  title: string;
  episodes: number | null;
  state: OwnReviewState | undefined;
}

const FRAME = "rounded-lg border border-line bg-surface p-4 sm:p-6";

/** The reader's own review of a title, or the button to write one. */
export function OwnReview(props: Props) {
  const { user, expected } = useSession();
  if (user)
    return props.state ? (
      <Written key={user.uid} user={user} {...props} state={props.state} />
    ) : (
      <Waiting />
    );
  return expected ? <Waiting /> : <LogIn />;
}

const Waiting = () => <Skeleton className="h-11 w-44 rounded-full" />;

function LogIn() {
  const address = useAddress();
  return (
    <Link
      href={loginPath(`${address}#reviews`)}
      className={buttonClass("outline", "justify-self-start")}
    >
      Log in to write a review
    </Link>
  );
}

function Written({
  user,
  malId,
  title,
  episodes,
  state,
}: Props & { user: User; state: OwnReviewState }) {
  const { uid } = user;
  // Counts, since what Undo brings back replaces what is open
  const [editing, setEditing] = useState(0);
  const { place, comeBack } = useComeBack();
  const own = state.review;
  const edit = () => setEditing((times) => times + 1);
  const stop = () => {
    setEditing(0);
    comeBack();
  };
  return (
    <section
      ref={place}
      aria-label="Your review"
      tabIndex={-1}
      // Leaves room for the heading above when the page scrolls to it
      className="grid scroll-mt-18 grid-cols-[minmax(0,1fr)] rounded-lg"
    >
      {editing ? (
        <div className={FRAME}>
          <Editor key={editing} uid={uid} malId={malId} own={own} onDone={stop} onRestored={edit} />
        </div>
      ) : own === null ? (
        <Button className="justify-self-start" onClick={edit}>
          {readReviewDraft(uid, malId) ? "Go on with your review" : "Write a review"}
        </Button>
      ) : (
        <Card
          user={user}
          title={title}
          episodes={episodes}
          state={state}
          own={own}
          actions={<Change uid={uid} own={own} onEdit={edit} onWritten={comeBack} />}
        />
      )}
    </section>
  );
}

/** Leads the reader back to where the review stands, once what they pressed has left the page. */
function useComeBack() {
  const place = useRef<HTMLElement>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) focusSection(place.current);
  }, [times]);
  return { place, comeBack: () => setTimes((before) => before + 1) };
}

interface CardProps extends Pick<Props, "title" | "episodes"> {
  user: User;
  state: OwnReviewState;
  own: Own;
  /** The buttons of what only the review's author can do. */
  actions: ReactNode;
}

/** The review as it is published, as its author sees it. */
function Card({ user, title, episodes, state, own, actions }: CardProps) {
  const author = { name: user.displayName, page: null };
  return (
    <div className={`grid gap-4 ${FRAME}`}>
      {own.hidden_for !== null && <HiddenNotice reason={own.hidden_for} />}
      <ReviewCard
        review={{ ...own, author }}
        episodes={episodes}
        isOwn
        actions={
          <>
            <LinksWait until={own.links_wait_until} />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {own.hidden_for === null && (
                <Actions review={{ ...own, author }} title={title} own={state} />
              )}
              {actions}
            </div>
          </>
        }
      />
    </div>
  );
}

interface ChangeProps {
  uid: string;
  own: Own;
  onEdit: () => void;
  /** Called once the review is deleted or restored. */
  onWritten: () => void;
}

function Change({ uid, own, onEdit, onWritten }: ChangeProps) {
  const { remove } = useWriteReview(uid, own.mal_id, onWritten);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={onEdit}>
        {readReviewDraft(uid, own.mal_id) ? "Go on with your change" : "Edit"}
      </Button>
      <Button variant="quiet" onClick={() => remove(own)}>
        <TrashIcon size={18} />
        Delete
      </Button>
    </div>
  );
}
