import { type ReactNode, useId, useState } from "react";
import type { Review } from "@/api/reviews";
import { formatDate } from "@/lib/format";
import { Avatar } from "@/ui/Avatar";
import { ShowAll } from "@/ui/ShowAll";
import { Body } from "./Body";
import { Standing } from "./Standing";
import { blocksAtFirst } from "./tree";
import { Veil } from "./Veil";

/** As many characters show without being asked for, where there are several reviews. */
const AT_FIRST = 1_200;

interface Props {
  review: Review;
  /** How many episodes the title has. */
  episodes: number | null;
  /** What its author is named in. */
  heading?: "h2" | "h3";
  /** It is alone on its page. */
  whole?: boolean;
  isOwn?: boolean;
  /** What its reader can do. */
  actions?: ReactNode;
}

/** A review, as its readers see it. */
export function ReviewCard({
  review,
  episodes,
  heading: Heading = "h3",
  whole = false,
  isOwn = false,
  actions,
}: Props) {
  const { author, standing } = review;
  const id = useId();
  return (
    <article aria-labelledby={id} className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar
          user={{
            uid: avatarId(review),
            displayName: author.name,
            photoURL: author.picture,
          }}
          className="size-11"
        />
        <div className="min-w-0 flex-1 basis-40">
          <Heading
            id={id}
            dir="auto"
            className="text-base leading-snug font-semibold wrap-anywhere"
          >
            {author.name}
            {isOwn && (
              <>
                {" "}
                <span className="font-normal text-muted">(you)</span>
              </>
            )}
          </Heading>
          <p className="text-sm text-muted">
            <time dateTime={review.created_at}>{formatDate(review.created_at)}</time>
            {review.edited_at && (
              <>
                , edited <time dateTime={review.edited_at}>{formatDate(review.edited_at)}</time>
              </>
            )}
          </p>
        </div>
        {standing && <Standing standing={standing} episodes={episodes} />}
      </header>
      <Veiled review={review}>
        <Text review={review} whole={whole} />
      </Veiled>
      {actions}
    </article>
  );
}

/** What a drawn avatar is made from has the form of a user's id, which nobody is told: each review has its own. */
const avatarId = ({ id }: Review) => (id.split("-")[1] ?? "").padStart(26, "0");

/** Behind what it has to wait for: reports first, then what it tells. */
function Veiled({ review, children }: { review: Review; children: ReactNode }) {
  const { author, folded, spoiler } = review;
  const inner = spoiler ? (
    <Veil why="This review tells what happens." subject={author.name}>
      {children}
    </Veil>
  ) : (
    children
  );
  if (!folded) return inner;
  return (
    <Veil
      why="Several readers have reported this review. It waits until somebody has looked at it."
      subject={author.name}
    >
      {inner}
    </Veil>
  );
}

function Text({ review, whole }: { review: Review; whole: boolean }) {
  const [all, setAll] = useState(whole);
  const id = useId();
  const { body, author } = review;
  const few = blocksAtFirst(body, AT_FIRST);
  return (
    <div className="grid gap-2">
      <div id={id}>
        <Body blocks={all ? body : body.slice(0, few)} />
      </div>
      {!whole && few < body.length && (
        <ShowAll
          whole={all}
          onWhole={setAll}
          all={<Of action="Read on" author={author.name} />}
          fewer={<Of action="Read less" author={author.name} />}
          controls={id}
        />
      )}
    </div>
  );
}

/** Says whose review it is to those who hear the button alone. */
const Of = ({ action, author }: { action: string; author: string }) => (
  <span>
    {action}
    <span className="sr-only">: review by {author}</span>
  </span>
);
