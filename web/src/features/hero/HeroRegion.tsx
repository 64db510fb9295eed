import { useQuery } from "@tanstack/react-query";
import { heroQuery } from "@/api/query";
import { useRetryFailed } from "@/api/retry";
import { FailureNotice } from "@/ui/Notice";
import { Hero } from "./Hero";
import { HeroSkeleton } from "./HeroSkeleton";

interface Props {
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** The hero with its data: a skeleton while there is none, with a notice above it when it cannot be had. */
export function HeroRegion(watchlist: Props) {
  const { data, error, isFetching } = useQuery(heroQuery());
  const retry = useRetryFailed();
  if (data?.items.length) return <Hero slides={data.items} {...watchlist} />;
  return (
    <>
      {error && (
        <div className="page py-4">
          <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
        </div>
      )}
      <HeroSkeleton />
    </>
  );
}
