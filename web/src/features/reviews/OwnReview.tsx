import { useState } from "react";
import { Link } from "wouter";
import type { OwnReview as Own, OwnReviewState } from "@/api/reviews";
import type { User } from "@/api/types";
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

/** What the reader has written of a title, and the way to write. */
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
  // Counts, since what Undo brings back takes the place of what is open
  const [editing, setEditing] = useState(0);
  const own = state.review;
  const edit = () => setEditing((times) => times + 1);
  const stop = () => setEditing(0);
  const frame = "rounded-lg border border-line bg-surface p-4 sm:p-6";
  if (editing) {
    return (
      <div className={frame}>
        <Editor key={editing} uid={uid} malId={malId} own={own} onDone={stop} onRestored={edit} />
      </div>
    );
  }
  if (own === null) {
    return (
      <Button className="justify-self-start" onClick={edit}>
        {readReviewDraft(uid, malId) ? "Go on with your review" : "Write a review"}
      </Button>
    );
  }
  const author = { name: user.displayName, page: null };
  return (
    <div className={`grid gap-4 ${frame}`}>
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
              <Change uid={uid} own={own} onEdit={edit} />
            </div>
          </>
        }
      />
    </div>
  );
}

function Change({ uid, own, onEdit }: { uid: string; own: Own; onEdit: () => void }) {
  const { remove } = useWriteReview(uid, own.mal_id, () => {});
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
