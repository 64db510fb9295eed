import { type ReactNode, useId, useState } from "react";
import { Link } from "wouter";
import type { Review } from "@/api/reviews";
import type { AnimeCard } from "@/api/types";
import { formatDate } from "@/lib/format";
import { displayTitle } from "@/lib/names";
import { Avatar } from "@/ui/Avatar";
import { Poster } from "@/ui/Poster";
import { ShowAll } from "@/ui/ShowAll";
import { Body } from "./Body";
import { HiddenContent } from "./HiddenContent";
import { Standing } from "./Standing";
import { blocksAtFirst } from "./tree";

/** Number of characters that show at first, where there are several reviews. */
const AT_FIRST = 1_200;
const LEADS_ON = "rounded-sm underline-offset-4 hover:underline";

interface Props {
  review: Review;
  /** Number of episodes of the title; null if it is not known. */
  episodes: number | null;
  /** The level of the review's heading, which names its author or its title. */
  heading?: "h2" | "h3";
  /** The title in the heading, for a review among others of its author. */
  title?: AnimeCard;
  /** Whether the review is alone on its page. */
  whole?: boolean;
  isOwn?: boolean;
  /** The buttons of what the reader can do with the review. */
  actions?: ReactNode;
}

/** A review, as its readers see it. */
export function ReviewCard(props: Props) {
  const { review, episodes, heading: Heading = "h3", title, whole = false, actions } = props;
  const id = useId();
  const called = `review ${title ? `of ${displayTitle(title)}` : `by ${review.author.name}`}`;
  return (
    <article aria-labelledby={id} className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {title ? (
          <Poster
            malId={title.mal_id}
            src={title.image_url}
            sizes="56px"
            className="w-14! shrink-0 rounded-sm"
          />
        ) : (
          <Avatar
            user={{ uid: avatarId(review), displayName: review.author.name, photoURL: null }}
            className="size-11"
          />
        )}
        <div className="min-w-0 flex-1 basis-40">
          <Heading
            id={id}
            dir="auto"
            className="text-base leading-snug font-semibold wrap-anywhere"
          >
            {title ? (
              <Link href={`/anime/${title.slug}`} className={LEADS_ON}>
                {displayTitle(title)}
              </Link>
            ) : (
              <Author {...props} />
            )}
          </Heading>
          <Dates review={review} />
        </div>
        {review.standing && <Standing standing={review.standing} episodes={episodes} />}
      </header>
      <MaybeHidden review={review} called={called}>
        <Text review={review} called={called} whole={whole} />
      </MaybeHidden>
      {actions}
    </article>
  );
}

function Author({ review: { author }, isOwn = false }: Props) {
  return (
    <>
      {author.page ? (
        <Link href={`/user/${author.page}`} className={LEADS_ON}>
          {author.name}
        </Link>
      ) : (
        author.name
      )}
      {isOwn && (
        <>
          {" "}
          <span className="font-normal text-muted">(you)</span>
        </>
      )}
    </>
  );
}

function Dates({ review }: { review: Review }) {
  return (
    <p className="text-sm text-muted">
      <time dateTime={review.created_at}>{formatDate(review.created_at)}</time>
      {review.edited_at && (
        <>
          , edited <time dateTime={review.edited_at}>{formatDate(review.edited_at)}</time>
        </>
      )}
    </p>
  );
}

/** A drawn avatar's seed has the form of a user's id, which is secret: each review has a seed of its own. */
const avatarId = ({ id }: Review) => (id.split("-")[1] ?? "").padStart(26, "0");

interface PartProps {
  review: Review;
  /** The review's name, for those who hear a button alone. */
  called: string;
}

/** Hides the review behind a notice: for reports first, then for spoilers. */
function MaybeHidden({ review, called, children }: PartProps & { children: ReactNode }) {
  const { folded, spoiler } = review;
  const inner = spoiler ? (
    <HiddenContent why="This review contains spoilers." subject={called}>
      {children}
    </HiddenContent>
  ) : (
    children
  );
  if (!folded) return inner;
  return (
    <HiddenContent
      why="Several readers have reported this review. It waits until somebody has looked at it."
      subject={called}
    >
      {inner}
    </HiddenContent>
  );
}

function Text({ review, called, whole }: PartProps & { whole: boolean }) {
  const [all, setAll] = useState(whole);
  const id = useId();
  const { body } = review;
  const few = blocksAtFirst(body, AT_FIRST);
  return (
    <div className="grid gap-2">
      <div id={id}>
        <Body blocks={all ? body : body.slice(0, few)} />
      </div>
      {!whole && few < body.length && (
        <ShowAll
          expanded={all}
          onExpanded={setAll}
          all={<Of action="Read on" called={called} />}
          fewer={<Of action="Read less" called={called} />}
          controls={id}
        />
      )}
    </div>
  );
}

/** A button's text that names its review to those who hear the button alone. */
const Of = ({ action, called }: { action: string; called: string }) => (
  <span>
    {action}
    <span className="sr-only">: {called}</span>
  </span>
);
