import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { failureCode } from "@/api/errors";
import { useRetryFailed } from "@/api/retry";
import { type ReviewWithTitle, reviewQuery } from "@/api/reviews";
import { OneReview } from "@/features/reviews/OneReview";
import { useHiddenOwn } from "@/features/reviews/useHiddenOwn";
import { displayTitle } from "@/lib/names";
import { buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";

/** "/review/{id}": one review, in full. */
export default function Review() {
  const { id = "" } = useParams<{ id: string }>();
  const name = id.toLowerCase();
  const { data, error, isFetching } = useQuery(reviewQuery(name));
  const retry = useRetryFailed();
  const isNowhere = !data && failureCode(error) === "not_found";
  const own = useHiddenOwn(name, isNowhere);
  const { hidden, isAsking } = own;
  const failure = isNowhere ? own.error : error;
  const isGone = isNowhere && !hidden && !isAsking && !failure;
  const failed = failure && !isAsking;
  usePageTitle(titleOf(data ?? hidden, isGone) ?? (failed ? "Review" : null));
  if (data) return <OneReview {...data} />;
  if (hidden) return <OneReview {...hidden} hiddenFor={hidden.reason} />;
  if (isGone) return <Gone />;
  return (
    <div className="page min-h-[70vh] py-14">
      {failed ? (
        <>
          <h1 className="mb-6 text-2xl">Review</h1>
          <FailureNotice error={failure} onRetry={retry} retrying={isFetching} />
        </>
      ) : (
        <Spinner text="Loading the review" />
      )}
    </div>
  );
}

/** Returns the same page title that the server puts into the page; null while nothing is known. */
function titleOf(data: ReviewWithTitle | null, isGone: boolean) {
  if (data) return `Review of ${displayTitle(data.title)} by ${data.review.author.name}`;
  return isGone ? "Review not found" : null;
}

function Gone() {
  return (
    <div className="page grid min-h-[70vh] content-center justify-items-center gap-3 py-14 text-center">
      <h1 className="text-2xl">This review is not here</h1>
      <p className="max-w-md text-muted">
        Its author may have deleted it, or it was hidden. The title it was about is still in the
        catalogue.
      </p>
      <Link href="/browse" className={buttonClass("outline", "mt-4")}>
        Browse anime
      </Link>
    </div>
  );
}
