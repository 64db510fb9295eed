import { type ViewerCounts, wholeQuery } from "@/api/extras";
import type { AnimeDetails } from "@/api/types";
import { useBrowserQuery } from "@/lib/browser-query";
import { formatCount, formatDate } from "@/lib/format";
import { TextOutline } from "@/ui/TextOutline";
import { Bars } from "./ratings/Bars";
import { Statuses } from "./ratings/Statuses";
import { sourceName } from "./ratings/texts";
import { SectionFrame, usePlace } from "./sections/SectionFrame";

/** Statistics of the title's audience at the source. */
export function Statistics({ anime }: { anime: AnimeDetails }) {
  const { place, near } = usePlace();
  const query = useBrowserQuery({
    ...wholeQuery("/api/v1/anime/{id}/statistics", anime.mal_id),
    enabled: near,
  });
  const counts = query.data;
  // Sources take no scores of titles that have not aired
  const hasScores = counts
    ? counts.scores.some((count) => count > 0)
    : anime.status !== "Not yet aired";
  return (
    <SectionFrame
      name="statistics"
      place={place}
      query={query}
      skeleton={<Card counts={null} hasScores={hasScores} />}
    >
      {counts && <Card counts={counts} hasScores={hasScores} />}
    </SectionFrame>
  );
}

interface CardProps {
  counts: ViewerCounts | null;
  hasScores: boolean;
}

/** The content of the section; while the numbers are not known, an outline of the same size. */
function Card({ counts, hasScores }: CardProps) {
  const at = counts ? ` at ${whereOf(counts)}` : "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-lg border border-line bg-surface p-4 sm:p-6">
      {counts ? (
        <p className="text-sm text-muted">{about(counts)}</p>
      ) : (
        <TextOutline text={SAMPLE} />
      )}
      {hasScores && (
        <Bars
          title={`Scores given${at}`}
          bars={counts?.scores.map((count, index) => ({ score: index + 1, count }))}
        />
      )}
      <Statuses
        title={`On lists${at}`}
        counts={
          counts
            ? {
                watching: counts.watching,
                completed: counts.completed,
                paused: counts.on_hold,
                dropped: counts.dropped,
                planned: counts.plan_to_watch,
              }
            : undefined
        }
        least={0}
      />
    </div>
  );
}

/** A text as long as that of most titles, for the outline. */
const SAMPLE = "Of 1,000,000 people at MyAnimeList, as of Jan 1, 2026.";

const whereOf = ({ source }: ViewerCounts) => (source === null ? "its source" : sourceName(source));

function about(counts: ViewerCounts): string {
  const { total, as_of } = counts;
  return `Of ${formatCount(total)} ${total === 1 ? "person" : "people"} at ${whereOf(counts)}, as of ${formatDate(as_of)}.`;
}
