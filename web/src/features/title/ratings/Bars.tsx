import type { Bar } from "@/api/ratings";
import { formatCount, formatPercent } from "@/lib/format";
import { Skeleton } from "@/ui/Spinner";

const SCORES = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1] as const;

interface Props {
  /** The heading of the table, with the source of the numbers. */
  title: string;
  /** Undefined while they are on their way: an outline stands there for the eye alone. */
  bars: readonly Bar[] | undefined;
  /** Whether the scores are those of Mitai's users. */
  isOwn?: boolean;
}

/** How often each score was given, the best first. */
export function Bars({ title, bars, isOwn = false }: Props) {
  const counts = new Map(bars?.map(({ score, count }) => [score, count]));
  const all = bars?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const most = Math.max(1, ...counts.values());
  const room = most < 10_000 ? "w-24" : "w-32";
  return (
    <table
      aria-hidden={!bars || undefined}
      className="w-full table-fixed self-start text-sm tabular-nums"
    >
      <caption className="pb-2 text-left text-sm font-semibold text-muted">{title}</caption>
      <tbody>
        {SCORES.map((score) => {
          const count = counts.get(score) ?? 0;
          return (
            <tr key={score}>
              <th scope="row" className="w-8 pr-3 text-right leading-7 font-medium">
                {score}
              </th>
              <td>
                <div className="flex h-7 items-center gap-3 max-[19rem]:h-auto max-[19rem]:flex-col max-[19rem]:items-stretch max-[19rem]:gap-1 max-[19rem]:py-1">
                  {bars ? (
                    <BarPicture share={count / most} isOwn={isOwn} />
                  ) : (
                    <Skeleton className="h-3 flex-1 max-[19rem]:flex-none" />
                  )}
                  <span
                    className={`${room} shrink-0 text-right whitespace-nowrap max-[19rem]:w-auto max-[19rem]:text-left`}
                  >
                    {bars && <Times count={count} all={all} />}
                  </span>
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Times({ count, all }: { count: number; all: number }) {
  return (
    <>
      {formatCount(count)}
      <span className="sr-only"> {count === 1 ? "rating" : "ratings"}, </span>
      <span className="inline-block w-12 text-muted max-[19rem]:ml-3 max-[19rem]:w-auto">
        {formatPercent(count, all)}
      </span>
    </>
  );
}

/** A bar without a track: the longest one is of the score that was given most, and not of all. A page's policy allows no `style`. */
function BarPicture({ share, isOwn }: { share: number; isOwn: boolean }) {
  return (
    <svg aria-hidden="true" className="h-3 w-full min-w-0 flex-1 max-[19rem]:flex-none">
      {share > 0 && (
        <rect
          width={`${100 * share}%`}
          height="100%"
          rx="6"
          className={isOwn ? "fill-accent-fill" : "fill-cool"}
        />
      )}
    </svg>
  );
}
