import type { Standing as Facts } from "@/api/reviews";
import { usePreferences } from "@/lib/list/preferences";
import { scoreText } from "@/lib/list/score-text";
import { statusNames } from "@/lib/list/statuses";
import { StarIcon } from "@/ui/icons";

interface Props {
  standing: Facts;
  /** Number of episodes of the title; null if it is not known. */
  episodes: number | null;
}

/** Where the author was with the title when the review was written; the score is on the reader's scale. */
export function Standing({ standing, episodes }: Props) {
  const { score, status, progress } = standing;
  const { score_scale: scale } = usePreferences();
  const seen = episodes === null ? `${progress}` : `${progress} of ${episodes}`;
  return (
    <div className="text-sm sm:text-right">
      {score !== null && (
        <p className="flex items-center gap-1.5 text-lg leading-snug font-bold sm:justify-end">
          <StarIcon size={18} className="fill-current text-accent" />
          <span className="sr-only">Score when it was written: </span>
          <span>{scoreText(score, scale)}</span>
        </p>
      )}
      <p className="text-muted">
        {statusNames[status]}
        {progress > 0 && ` · ${seen} ${seen === "1" ? "episode" : "episodes"}`}
      </p>
    </div>
  );
}
