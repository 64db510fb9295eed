import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { failureCode } from "@/api/errors";
import { useRetryFailed } from "@/api/retry";
import { reviewQuery } from "@/api/reviews";
import { OneReview } from "@/features/reviews/OneReview";
import { displayTitle } from "@/lib/names";
import { buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";

/** "/review/{id}": one review, whole. */
export default function Review() {
  const { id = "" } = useParams<{ id: string }>();
  const { data, error, isFetching } = useQuery(reviewQuery(id.toLowerCase()));
  const retry = useRetryFailed();
  const isGone = !data && failureCode(error) === "not_found";
  usePageTitle(titleOf(data, isGone));
  if (data) return <OneReview {...data} />;
  if (isGone) return <Gone />;
  return (
    <div className="page min-h-[70vh] py-14">
      {error ? (
        <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
      ) : (
        <Spinner text="Loading the review" />
      )}
    </div>
  );
}

/** The same as the server puts into the page. */
function titleOf(data: Parameters<typeof OneReview>[0] | undefined, isGone: boolean) {
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
