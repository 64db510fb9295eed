import { useEffect } from "react";
import { useLocation, useParams } from "wouter";
import { failureCode } from "@/api/errors";
import { type UserPage as Page, userAddress } from "@/api/people";
import { useRetryFailed } from "@/api/retry";
import { userPath } from "@/features/people/address";
import { NoSuchPage } from "@/features/people/NoSuchPage";
import { UserPage } from "@/features/people/UserPage";
import { UserReviews } from "@/features/reviews/UserReviews";
import { useUrlParam } from "@/lib/location";
import { useViewerQuery } from "@/lib/useViewerQuery";
import { FailureNotice } from "@/ui/FailureNotice";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";

/** "/user/{name}": somebody's page, or the same by its secret link. */
export default function User() {
  const requestedName = (useParams<{ name: string }>().name ?? "").toLowerCase();
  const link = useUrlParam("link");
  const { data, error, isFetching } = useViewerQuery<Page>(
    userAddress("", requestedName, { link }),
  );
  const retry = useRetryFailed();
  const missing = error !== null && failureCode(error) === "not_found";
  usePageTitle(
    missing ? "Page not found" : (data?.display_name ?? (error ? `@${requestedName}` : null)),
  );

  useRenamed(requestedName, data?.name, link);

  if (missing) return <NoSuchPage />;
  if (data) {
    return (
      <UserPage
        key={requestedName}
        page={data}
        link={link}
        reviews={(heading) => <UserReviews page={data} link={link} heading={heading} />}
      />
    );
  }
  return (
    <div className="page py-8">
      {error ? (
        <>
          <h1 className="mb-6 text-2xl wrap-anywhere">@{requestedName}</h1>
          <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
        </>
      ) : (
        <Spinner text="Loading ..." />
      )}
    </div>
  );
}

/** Goes on to the page's present address, once what the server painted at the former one is hydrated. */
function useRenamed(requestedName: string, name: string | undefined, link: string | null) {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (name !== undefined && name.toLowerCase() !== requestedName) {
      navigate(userPath(name, { link }), { replace: true });
    }
  }, [requestedName, name, link, navigate]);
}
