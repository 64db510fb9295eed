import { type ReactNode, useId, useRef, useState } from "react";
import { useRetryFailed } from "@/api/retry";
import { type Review, type ReviewSort, reviewsQuery } from "@/api/reviews";
import type { AnimeDetails } from "@/api/types";
import { useBrowserInfiniteQuery } from "@/lib/browser-query";
import { displayTitle } from "@/lib/names";
import { useHashScroll } from "@/lib/useHashScroll";
import { useNear } from "@/lib/useNear";
import { FailureNotice } from "@/ui/FailureNotice";
import { Select } from "@/ui/Select";
import { ShowMore } from "@/ui/ShowMore";
import { Skeleton } from "@/ui/Spinner";
import { Actions } from "./Actions";
import { OwnReview } from "./OwnReview";
import { ReviewCard } from "./ReviewCard";
import { useOwnReviewState } from "./useOwnReviewState";

const orders: readonly { value: ReviewSort; label: string }[] = [
  { value: "helpful", label: "Most helpful first" },
  { value: "newest", label: "Newest first" },
  { value: "score", label: "Highest score first" },
];

/** Returns the id of a review's place in the page. */
const placeOf = ({ id }: Review) => `${PLACES}${id}`;
const PLACES = "review-";

/** The reviews of a title, and the editor of the reader's own. */
export default function Reviews({ anime }: { anime: AnimeDetails }) {
  const { mal_id: malId, episodes } = anime;
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);
  const [sort, setSort] = useState<ReviewSort>("helpful");
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useBrowserInfiniteQuery({ ...reviewsQuery(malId, sort), enabled: near });
  const { data: own, error: ownError } = useOwnReviewState(malId, near);
  const retry = useRetryFailed();
  useHashScroll(section, PLACES);
  const title = displayTitle(anime);
  const failure = (!data && error) || (!own && ownError);
  const all = data?.pages.flatMap(({ items }) => items);
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <section
      ref={section}
      id="reviews"
      aria-labelledby={id}
      aria-busy={near && !data && !failure}
      // An entry of the contents leads the focus here
      tabIndex={-1}
      className="noscript:hidden grid grid-cols-[minmax(0,1fr)] gap-6 outline-none"
    >
      <Heading id={id} sort={total > 1 ? sort : null} onSort={setSort} />
      {failure && <FailureNotice error={failure} onRetry={retry} retrying={isFetching} />}
      <OwnReview malId={malId} title={title} episodes={episodes} state={own} />
      {all ? (
        <List
          reviews={all.filter((review) => review.id !== own?.review?.id)}
          isNew={total === 0 && !own?.review}
          card={(review) => (
            <ReviewCard
              review={review}
              episodes={episodes}
              actions={<Actions review={review} title={title} own={own} place={placeOf(review)} />}
            />
          )}
        />
      ) : (
        !failure && <Skeleton className="h-40" />
      )}
      {all && all.length < total && (
        <ShowMore
          shown={all.length}
          total={total}
          fetching={isFetchingNextPage}
          onMore={hasNextPage ? () => void fetchNextPage() : null}
        />
      )}
    </section>
  );
}

interface HeadingProps {
  id: string;
  /** The order of the reviews; null where there is nothing to sort. */
  sort: ReviewSort | null;
  onSort: (sort: ReviewSort) => void;
}

function Heading({ id, sort, onSort }: HeadingProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 id={id} className="text-xl">
        Reviews
      </h2>
      {sort && (
        <Select
          label="Order of reviews"
          hidden
          value={sort}
          options={orders}
          onChange={(value) => onSort(value as ReviewSort)}
        />
      )}
    </div>
  );
}

interface ListProps {
  reviews: readonly Review[];
  /** Whether the title has no reviews yet. */
  isNew: boolean;
  card: (review: Review) => ReactNode;
}

function List({ reviews, isNew, card }: ListProps) {
  if (isNew) {
    return (
      <div className="grid min-h-40 content-center justify-items-center gap-1 rounded-lg border border-dashed border-line p-6 text-center">
        <p className="text-lg font-semibold">Nobody has written a review yet.</p>
        <p className="max-w-md text-muted">
          Say what you liked and what you did not, and for whom this title is.
        </p>
      </div>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <li key={review.id} id={placeOf(review)} className="py-6 first:pt-0">
          {card(review)}
        </li>
      ))}
    </ul>
  );
}
