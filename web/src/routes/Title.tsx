import { useQuery } from "@tanstack/react-query";
import { Redirect, useParams } from "wouter";
import { failureCode } from "@/api/errors";
import { animeQuery } from "@/api/query";
import { useRetryFailed } from "@/api/retry";
import type { AnimeDetails } from "@/api/types";
import { TitlePage } from "@/features/title/TitlePage";
import { TitleSkeleton } from "@/features/title/TitleSkeleton";
import { useVisit } from "@/features/title/useVisit";
import { useWatchlist } from "@/features/watchlist/watchlist";
import { displayTitle } from "@/lib/names";
import { noticeState } from "@/lib/notice";
import { lateCode } from "@/lib/page-code";
import { CachedNotice } from "@/ui/CachedNotice";
import { FailureNotice } from "@/ui/FailureNotice";
import { usePageTitle } from "@/ui/page-title";

const Reviews = lateCode<{ anime: AnimeDetails }>(() => import("@/features/reviews/Reviews"));

/** Returns the same page title that the server puts into the page. */
function pageTitle(anime: AnimeDetails): string {
  return anime.year ? `${displayTitle(anime)} (${anime.year})` : displayTitle(anime);
}

/** "/anime/{mal_id or slug}": the page of a title. */
export default function Title() {
  const { key = "" } = useParams<{ key: string }>();
  const { data, dataUpdatedAt, error, isFetching } = useQuery(animeQuery(key.toLowerCase()));
  const { watchlisted, onToggleWatchlist } = useWatchlist();
  const retry = useRetryFailed();
  const isUnknown = error !== null && failureCode(error) === "not_found";
  usePageTitle(data ? pageTitle(data) : error && !isUnknown ? "Title" : null);
  useVisit(data?.mal_id);

  if (data) {
    return (
      <>
        <CachedNotice of={[{ dataUpdatedAt }]} />
        <TitlePage
          key={data.mal_id}
          anime={data}
          listed={watchlisted(data.mal_id)}
          onToggleWatchlist={() => onToggleWatchlist(data.mal_id)}
          reviews={<Reviews anime={data} />}
        />
      </>
    );
  }
  if (isUnknown) {
    return <Redirect to="/" replace state={noticeState("We could not find that title.")} />;
  }
  return (
    <>
      {error && (
        <div className="page py-4">
          <h1 className="mb-6 text-2xl">Title</h1>
          <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
        </div>
      )}
      <TitleSkeleton />
    </>
  );
}
