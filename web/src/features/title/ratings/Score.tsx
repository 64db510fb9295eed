import type { ReactNode } from "react";
import { formatCertainty, formatScore } from "@/lib/format";
import { StarIcon } from "@/ui/icons";
import { ratingCount } from "./texts";

interface Props {
  /** The name of who has given the score. */
  name: string;
  /** The score; undefined while it is on its way, null where there is none. */
  score: Estimate | null | undefined;
  /** Whether the score is that of Mitai's users. */
  isOwn?: boolean;
  /** The placeholder of the score while it is on its way. */
  waiting: ReactNode;
  /** The text in place of a missing score, or about the score's origin. */
  children?: ReactNode;
}

interface Estimate {
  mean: number;
  low: number | null;
  high: number | null;
  raters: number | null;
}

/** A mean score with its origin, its uncertainty and the number behind it. */
export function Score({ name, score, isOwn = false, waiting, children }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h3 className="text-sm font-semibold text-muted">{name}</h3>
      {score === undefined ? waiting : score && <Shown score={score} isOwn={isOwn} />}
      {children}
    </div>
  );
}

function Shown({ score, isOwn }: { score: Estimate; isOwn: boolean }) {
  const { mean, low, high, raters } = score;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="flex items-center gap-2 text-2xl leading-none font-extrabold tabular-nums">
          <StarIcon size={24} className={`fill-current ${isOwn ? "text-accent" : "text-cool"}`} />
          {formatScore(mean)}
        </span>
        {raters !== null && <span className="text-sm text-muted">{ratingCount(raters)}</span>}
      </p>
      {low !== null && high !== null && (
        <>
          <Interval
            low={low}
            mean={mean}
            high={high}
            className={isOwn ? "text-accent" : "text-cool"}
          />
          <p className="text-sm">{formatCertainty(low, high)}.</p>
        </>
      )}
    </>
  );
}

interface IntervalProps {
  low: number;
  mean: number;
  high: number;
  className: string;
}

/** A drawing of where from 0 to 10 the score is, and how far it may be from there. */
function Interval({ low, mean, high, className }: IntervalProps) {
  const percent = (score: number) => `${10 * score}%`;
  return (
    <svg aria-hidden="true" className={`h-3 w-full overflow-visible ${className}`}>
      <rect y="4" width="100%" height="4" rx="2" className="fill-raised" />
      <rect
        x={percent(low)}
        y="2"
        width={percent(high - low)}
        height="8"
        rx="4"
        className="fill-current opacity-40"
      />
      <circle cx={percent(mean)} cy="6" r="5" className="fill-current" />
    </svg>
  );
}
