import { type PublicNumbers, userAddress } from "@/api/people";
import { useRetryFailed } from "@/api/retry";
import { formatCount } from "@/lib/format";
import { usePreferences } from "@/lib/list/preferences";
import { meanText, rangeText } from "@/lib/list/score-text";
import { statuses, statusNames } from "@/lib/list/statuses";
import { useViewerQuery } from "@/lib/useViewerQuery";
import { FailureNotice } from "@/ui/FailureNotice";
import { Spinner } from "@/ui/Spinner";

/** Statistics of somebody's list, without private entries. */
export function Numbers({ name, link }: { name: string; link: string | null }) {
  const { data, error, isFetching } = useViewerQuery<PublicNumbers>(
    userAddress("/statistics", name.toLowerCase(), { link }),
  );
  const retry = useRetryFailed();
  const scale = usePreferences().score_scale;
  if (!data) {
    return error ? (
      <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
    ) : (
      <Spinner text="Loading ..." />
    );
  }
  const { watched, scores } = data;
  const days = Math.floor(watched.seconds / 86_400);
  const hours = Math.floor((watched.seconds % 86_400) / 3_600);
  const time = days > 0 ? `${formatCount(days)} d ${hours} h` : `${hours} h`;
  return (
    <section aria-label="In numbers" className="grid gap-8">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure name="Titles" value={formatCount(data.titles)} />
        <Figure name="Episodes seen" value={formatCount(watched.episodes)} />
        <Figure name="Time" value={time} />
        <Figure
          name={`Mean of ${formatCount(scores.count)} scores`}
          value={scores.mean === null ? "–" : meanText(scores.mean, scale)}
          hint={rangeText(scores.mean_low, scores.mean_high, scale)}
        />
      </dl>
      <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-x-16">
        <dl className="grid gap-2">
          {statuses.map((status) => (
            <div key={status} className="flex justify-between gap-4 border-b border-line pb-2">
              <dt>{statusNames[status]}</dt>
              <dd className="font-semibold tabular-nums">{formatCount(data.statuses[status])}</dd>
            </div>
          ))}
        </dl>
        <Genres genres={data.genres} />
      </div>
    </section>
  );
}

function Figure({ name, value, hint = "" }: { name: string; value: string; hint?: string }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-lg border border-line bg-surface p-4">
      <dt className="text-sm text-muted">
        {name} <span className="block">{hint}</span>
      </dt>
      <dd className="text-xl font-bold tabular-nums">{value}</dd>
    </div>
  );
}

/** The largest number of genres that show: the others have fewer titles. */
const MAX_GENRES = 12;

function Genres({ genres }: { genres: PublicNumbers["genres"] }) {
  const most = [...genres].sort((one, other) => other.titles - one.titles).slice(0, MAX_GENRES);
  if (most.length === 0) return null;
  return (
    <div>
      <h2 className="text-lg">Genres</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {most.map(({ name, titles }) => (
          <li key={name} className="rounded-full bg-raised px-3.5 py-1.5 text-sm">
            {name} <span className="text-muted tabular-nums">{formatCount(titles)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
