import type { AnimeCard } from "@/api/types";
import { formatCertainty, formatScore } from "@/lib/format";
import { StarIcon } from "./icons";

interface Props {
  anime: Pick<AnimeCard, "score" | "score_low" | "score_high">;
  iconSize: number;
  className: string;
}

/** The mean score that a title has at its source. How sure it is stands beside it where that is less than its decimal says. */
export function MeanScore({ anime, iconSize, className }: Props) {
  const { score, score_low: low, score_high: high } = anime;
  const isKnown = low != null && high != null;
  const certainty = isKnown ? `${formatCertainty(low, high)}, estimated` : undefined;
  return (
    <span title={certainty} className={`flex items-baseline ${className}`}>
      <StarIcon aria-hidden="true" size={iconSize} className="self-center fill-current" />
      <span className="sr-only">Score </span>
      {formatScore(score)}
      {isKnown && high - low >= 0.1 && (
        <span
          aria-hidden="true"
          // A narrow card has no room for the range
          className="text-sm font-normal text-on-scrim-muted tabular-nums @max-[10rem]:hidden"
        >
          {` ${formatScore(low)}–${formatScore(high)}`}
        </span>
      )}
      {certainty && <span className="sr-only"> ({certainty})</span>}
    </span>
  );
}
