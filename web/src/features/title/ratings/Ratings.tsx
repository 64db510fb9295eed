import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { type Ratings as Answer, ratingsQuery, type SourceScore } from "@/api/ratings";
import { useRetryFailed } from "@/api/retry";
import { useArrival } from "@/lib/useArrival";
import { useInView } from "@/lib/useInView";
import { useNear } from "@/lib/useNear";
import { FailureNotice } from "@/ui/FailureNotice";
import { Bars } from "./Bars";
import { OwnVote } from "./OwnVote";
import { Score } from "./Score";
import { Statuses } from "./Statuses";
import { sourceName } from "./texts";
import { useOwnVoteCounted } from "./useOwnVoteCounted";

/** How often, in milliseconds, whoever looks at the ratings is shown what others have given since. */
const ASK_EVERY = 30_000;

interface Props {
  malId: number;
  /** The id of what the reader's entry is changed in. */
  entryId: string;
}

/** What all together think of a title, in numbers: each with its origin and its uncertainty. */
export default function Ratings({ malId, entryId }: Props) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);
  const inView = useInView(section);
  const { data, error, isFetching } = useQuery({
    ...ratingsQuery(malId),
    enabled: near,
    // Not in a hidden tab. What could not be had at all comes by `useRecovery`.
    refetchInterval: ({ state }) => inView && state.data !== undefined && ASK_EVERY,
  });
  const retry = useRetryFailed();
  useOwnVoteCounted(malId);
  useArrival(section);
  return (
    <section
      ref={section}
      id="ratings"
      aria-labelledby={id}
      aria-busy={near && !data && !error}
      className="noscript:hidden"
    >
      <h2 id={id} className="text-xl">
        Ratings
      </h2>
      {!data && error && (
        <div className="mt-4">
          <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
        </div>
      )}
      <Card malId={malId} entryId={entryId} ratings={data} />
    </section>
  );
}

/** All of it; while nothing is known, as much room as it takes. */
function Card({ malId, entryId, ratings }: Props & { ratings: Answer | undefined }) {
  const least = ratings?.least_raters ?? 0;
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 rounded-lg border border-line bg-surface p-4 sm:p-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        <Score name="Mitai" score={ratings?.own ?? (ratings && null)} isOwn>
          {ratings?.own === null && (
            <p className="text-sm">
              A score shows here once {least} people have rated this title. Each one counts, private
              ones too.
            </p>
          )}
          <OwnVote malId={malId} entryId={entryId} />
        </Score>
        <SourcesScore source={ratings?.source ?? (ratings && null)} />
      </div>
      <Bars bars={ratings?.distribution} />
      <div className="border-t border-line pt-5 md:col-span-2">
        <Statuses counts={ratings?.statuses} least={least} />
        <HowMade />
      </div>
    </div>
  );
}

function HowMade() {
  return (
    <details className="mt-5 text-sm">
      <summary className="w-fit cursor-pointer py-1.5 font-semibold text-muted hover:text-text">
        How scores are made
      </summary>
      <p className="mt-1 max-w-text text-muted">
        Mitai’s score is the mean of what its users gave, private lists included: nobody can be told
        from it, so what is private shows a little later. The range says where the mean of all who
        might rate lies, in 95 of 100 cases. Other sites tell only their mean, so their range is an
        estimate: it takes scores to be as far apart as those of a title of which all are known. A
        sudden burst of extreme scores waits until somebody has looked at it, and so do scores like
        them that come in the next two days.
      </p>
    </details>
  );
}

/** The score that the source of the facts tells. */
function SourcesScore({ source }: { source: SourceScore | null | undefined }) {
  return (
    <Score name={source ? sourceName(source.source) : "Elsewhere"} score={source}>
      {source === null && <p className="text-sm">No score of other sites is known.</p>}
      {source?.low != null && (
        <p className="text-sm text-muted">
          This range is an estimate: only the mean of the scores is known.
        </p>
      )}
      {source && source.low === null && (
        <p className="text-sm text-muted">
          How sure it is cannot be told: nobody says of how many.
        </p>
      )}
    </Score>
  );
}
