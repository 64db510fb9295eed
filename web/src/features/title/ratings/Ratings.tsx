import { useId, useRef } from "react";
import { type Ratings as Answer, ratingsQuery, type SourceScore } from "@/api/ratings";
import { useRetryFailed } from "@/api/retry";
import type { AnimeDetails } from "@/api/types";
import { useBrowserQuery } from "@/lib/browser-query";
import { formatCertainty } from "@/lib/format";
import { useHashScroll } from "@/lib/useHashScroll";
import { useInView } from "@/lib/useInView";
import { useNear } from "@/lib/useNear";
import { FailureNotice } from "@/ui/FailureNotice";
import { Skeleton } from "@/ui/Spinner";
import { TextOutline } from "@/ui/TextOutline";
import { Bars } from "./Bars";
import { OwnVote } from "./OwnVote";
import { Score } from "./Score";
import { Statuses } from "./Statuses";
import { sourceName } from "./texts";
import { useOwnVoteCounted } from "./useOwnVoteCounted";

/** Time between two refreshes of visible ratings, in milliseconds. */
const ASK_EVERY = 30_000;
/** Fewest people behind each number, until the server says it. */
const MIN_RATINGS = 5;

/** A title's scores, each with its origin and its uncertainty. */
export default function Ratings({ anime }: { anime: AnimeDetails }) {
  const malId = anime.mal_id;
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);
  const inView = useInView(section);
  const { data, error, isFetching } = useBrowserQuery({
    ...ratingsQuery(malId),
    enabled: near,
    // Not in a hidden tab. What could not be had at all comes by `useRecovery`.
    refetchInterval: ({ state }) => inView && state.data !== undefined && ASK_EVERY,
  });
  const retry = useRetryFailed();
  useOwnVoteCounted(malId);
  useHashScroll(section);
  return (
    <section
      ref={section}
      id="ratings"
      aria-labelledby={id}
      aria-busy={near && !data && !error}
      // An entry of the contents leads the focus here
      tabIndex={-1}
      className="outline-none noscript:hidden"
    >
      <h2 id={id} className="text-xl">
        Ratings
      </h2>
      {!data && error ? (
        <div className="mt-4">
          <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
        </div>
      ) : (
        <Card anime={anime} ratings={data} />
      )}
    </section>
  );
}

interface CardProps {
  anime: AnimeDetails;
  ratings: Answer | undefined;
}

/** The card of the numbers; while they are on their way, an outline of the expected size. */
function Card({ anime, ratings }: CardProps) {
  const { distribution, statuses, least_raters: least = MIN_RATINGS } = ratings ?? {};
  const hasScores = ratings ? distribution !== null : anime.own_ratings.has_scores;
  const hasStatuses = statuses
    ? Object.values(statuses).some((count) => count !== null)
    : anime.own_ratings.has_statuses;
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 rounded-lg border border-line bg-surface p-4 sm:p-6 md:grid-cols-2">
      <Score
        name="Mitai"
        score={ratings?.own ?? (ratings && null)}
        isOwn
        waiting={hasScores ? <WaitingScore /> : <TextOutline text={tooFew(least)} />}
      >
        {ratings?.own === null && <p className="text-sm">{tooFew(least)}</p>}
        <OwnVote malId={anime.mal_id} />
      </Score>
      <SourcesScore
        // The title's own answer tells whether a placeholder is needed
        source={ratings?.source ?? (ratings || anime.score === null ? null : undefined)}
      />
      {hasScores && (
        <div className="md:col-span-2">
          <Bars title="Scores given at Mitai" bars={distribution ?? undefined} isOwn />
        </div>
      )}
      <div className="grid gap-5 border-t border-line pt-5 md:col-span-2">
        {hasStatuses && <Statuses title="On lists at Mitai" counts={statuses} least={least} />}
        <HowMade least={least} />
      </div>
    </div>
  );
}

/** Says why no score shows. The way to rate follows it. */
const tooFew = (least: number) =>
  `A score shows here once ${least} ratings count, so that nobody can be told from it. Private ones count in groups of ${least} or more.`;

/** The placeholder of a score that is on its way. */
function WaitingScore() {
  return (
    <>
      <Skeleton className="h-[max(1em,1.5rem)] w-44 max-w-full text-2xl" />
      <Skeleton className="h-3" />
      <TextOutline text={`${formatCertainty(7, 8)}.`} />
    </>
  );
}

function HowMade({ least }: { least: number }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1.5 font-semibold text-muted hover:text-text">
        How scores are made
      </summary>
      <p className="mt-1 max-w-text text-muted">
        Mitai’s score is the mean of what its users gave. Private ratings count, too, in groups of
        {` ${least} `}or more, so that nobody can be told from it. The range says where the mean of
        all who might rate lies, in 95 of 100 cases. Where the title’s statistics at another site
        are known, its range comes from them. Where only the mean is, the range is an estimate: it
        takes scores to be as far apart as those of a title of which all are known. A sudden burst
        of extreme scores waits until somebody has looked at it, and so do scores like them that
        come in the next two days.
      </p>
    </details>
  );
}

const COUNTED = "This range comes from how often each score was given.";
const ESTIMATE = "This range is an estimate: only the mean of the scores is known.";

/** The title's score at the source of its facts. */
function SourcesScore({ source }: { source: SourceScore | null | undefined }) {
  return (
    <Score
      name={source ? sourceName(source.source) : "Elsewhere"}
      score={source}
      waiting={
        <>
          <WaitingScore />
          <TextOutline text={ESTIMATE} />
        </>
      }
    >
      {source === null && <p className="text-sm">No score of other sites is known.</p>}
      {source?.low != null && (
        <p className="text-sm text-muted">{source.from_distribution ? COUNTED : ESTIMATE}</p>
      )}
      {source && source.low === null && (
        <p className="text-sm text-muted">
          How sure it is cannot be told: nobody says of how many.
        </p>
      )}
    </Score>
  );
}
