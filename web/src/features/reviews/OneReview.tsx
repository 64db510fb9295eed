import { Link } from "wouter";
import type { ReviewWithTitle } from "@/api/reviews";
import { displayTitle, otherName } from "@/lib/names";
import { buttonClass } from "@/ui/Button";
import { Poster } from "@/ui/Poster";
import { Actions } from "./Actions";
import { HiddenNotice } from "./HiddenNotice";
import { ReviewCard } from "./ReviewCard";
import { useOwnReviewState } from "./useOwnReviewState";

interface Props extends ReviewWithTitle {
  /** Why an operator has hidden the review, which its author alone sees; null if none has. */
  hiddenFor?: string | null;
}

/** A review on its own page, with a link to its title. */
export function OneReview({ review, title, hiddenFor = null }: Props) {
  const { data: own } = useOwnReviewState(review.mal_id);
  const name = displayTitle(title);
  const path = `/anime/${title.slug}`;
  return (
    <div className="page grid gap-x-12 gap-y-8 py-10 sm:py-14 md:grid-cols-[12rem_minmax(0,1fr)]">
      <aside aria-label="The title">
        <Link href={path} className="group flex gap-4 rounded-md md:grid">
          <span className="block w-24 shrink-0 self-start overflow-hidden rounded-md bg-raised md:w-48">
            <Poster malId={title.mal_id} src={title.image_url} eager />
          </span>
          <span className="min-w-0">
            <span className="block font-semibold wrap-anywhere group-hover:underline">{name}</span>
            <span lang="ja" className="block font-ja text-sm text-muted empty:hidden">
              {otherName(title.title_japanese, name)}
            </span>
            <span className="mt-1 block text-sm text-muted">
              {[title.type, title.year].filter(Boolean).join(" · ")}
            </span>
          </span>
        </Link>
      </aside>
      <div className="grid max-w-text grid-cols-[minmax(0,1fr)] content-start gap-6">
        <h1 className="text-2xl">Review of {name}</h1>
        {hiddenFor !== null && <HiddenNotice reason={hiddenFor} />}
        <ReviewCard
          review={review}
          episodes={title.episodes ?? null}
          heading="h2"
          whole
          isOwn={own?.review?.id === review.id}
          actions={hiddenFor === null && <Actions review={review} title={name} own={own} />}
        />
        <Link href={`${path}#reviews`} className={buttonClass("outline", "justify-self-start")}>
          {hiddenFor === null ? `All reviews of ${name}` : "Edit it on its title"}
        </Link>
      </div>
    </div>
  );
}
