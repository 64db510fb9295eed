import { Link } from "wouter";
import { type UserReviews as Part, type UserPage, userAddress } from "@/api/people";
import { useRetryFailed } from "@/api/retry";
import { displayTitle } from "@/lib/names";
import { useViewerReviews } from "@/lib/useViewerQuery";
import { buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { ShowMore } from "@/ui/ShowMore";
import { Spinner } from "@/ui/Spinner";
import { ReviewCard } from "./ReviewCard";
import { helpedText } from "./texts";

interface Props {
  page: UserPage;
  link: string | null;
  /** The level of each review's heading. */
  heading: "h2" | "h3";
}

/** A user's reviews, newest first. */
export function UserReviews({ page, link, heading }: Props) {
  const { name, display_name: called } = page;
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useViewerReviews(userAddress("/reviews", name.toLowerCase(), { link }));
  const retry = useRetryFailed();
  const items = data?.pages.flatMap((part) => part.items);
  if (!items) {
    return error ? (
      <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
    ) : (
      <Spinner text="Loading ..." />
    );
  }
  if (items.length === 0) {
    return <p className="py-12 text-center text-muted">{called} has not written a review yet.</p>;
  }
  const isInParts = hasNextPage || (data?.pages.length ?? 0) > 1;
  return (
    <>
      <ul className="max-w-text divide-y divide-line">
        {items.map((item) => (
          <li key={item.review.id} className="py-6 first:pt-0">
            <One {...item} heading={heading} />
          </li>
        ))}
      </ul>
      {isInParts && (
        <ShowMore
          shown={items.length}
          total={null}
          fetching={isFetchingNextPage}
          onMore={hasNextPage ? () => void fetchNextPage() : null}
        />
      )}
    </>
  );
}

function One({ review, title, heading }: Part["items"][number] & { heading: Props["heading"] }) {
  return (
    <ReviewCard
      review={review}
      title={title}
      episodes={title.episodes ?? null}
      heading={heading}
      actions={
        <div className="-ml-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link
            href={`/review/${review.id}`}
            aria-label={`Open review of ${displayTitle(title)}`}
            className={buttonClass("quiet", "px-3!")}
          >
            Open review
          </Link>
          {review.helpful > 0 && <p className="text-sm text-muted">{helpedText(review.helpful)}</p>}
        </div>
      }
    />
  );
}
