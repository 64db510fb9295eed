import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useRetryFailed } from "@/api/retry";
import { ownReviewsQuery, type OwnReviews as Part } from "@/api/reviews";
import { formatCount, formatDate } from "@/lib/format";
import { displayTitle } from "@/lib/names";
import { plainText } from "@/lib/review-text";
import { buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { Poster } from "@/ui/Poster";
import { ShowMore } from "@/ui/ShowMore";
import { Spinner } from "@/ui/Spinner";
import { Empty } from "./Empty";

/** All that the user has written of titles, newest first. */
export function OwnReviews({ uid }: { uid: string }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useInfiniteQuery(ownReviewsQuery(uid));
  const retry = useRetryFailed();
  const items = data?.pages.flatMap((page) => page.items);
  if (!items) {
    return error ? (
      <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
    ) : (
      <Spinner text="Loading your reviews" />
    );
  }
  if (items.length === 0) {
    return (
      <Empty
        text="You have not written a review yet."
        hint="Open a title that you know and say what you think of it: there is room below its ratings."
      />
    );
  }
  return (
    <div className="grid gap-6">
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.review.id} className="py-5 first:pt-0">
            <One {...item} />
          </li>
        ))}
      </ul>
      {(hasNextPage || (data?.pages.length ?? 0) > 1) && (
        <ShowMore
          shown={items.length}
          total={null}
          fetching={isFetchingNextPage}
          onMore={hasNextPage ? () => void fetchNextPage() : null}
        />
      )}
    </div>
  );
}

function One({ review, title }: Part["items"][number]) {
  const name = title ? displayTitle(title) : "A title that is not in the catalogue any more";
  const facts = [
    formatDate(review.created_at),
    review.edited_at && `edited ${formatDate(review.edited_at)}`,
    review.helpful > 0 && `helped ${formatCount(review.helpful)}`,
  ];
  return (
    <article className="flex gap-4">
      <div className="w-16 shrink-0 self-start overflow-hidden rounded-sm bg-raised">
        <Poster malId={review.mal_id} src={title?.image_url ?? null} sizes="64px" />
      </div>
      <div className="grid min-w-0 flex-1 content-start gap-1.5">
        <h3 className="text-base wrap-anywhere">{name}</h3>
        <p className="text-sm text-muted">{facts.filter(Boolean).join(" · ")}</p>
        {review.hidden_for !== null && (
          <p className="rounded-md border border-line bg-surface px-4 py-3 text-sm">
            Hidden from everybody else. The reason: {review.hidden_for}
          </p>
        )}
        <p dir="auto" className="line-clamp-3 max-w-text text-sm wrap-anywhere">
          {plainText(review.body)}
        </p>
        <p className="-ml-3 flex flex-wrap gap-1">
          <Link href={`/review/${review.id}`} className={buttonClass("quiet", "px-3!")}>
            Read it
          </Link>
          {title && (
            <Link href={`/anime/${title.slug}#reviews`} className={buttonClass("quiet", "px-3!")}>
              Edit it on its title
            </Link>
          )}
        </p>
      </div>
    </article>
  );
}
