import type { AnimeCard } from "@/api/types";
import { formatEpisodes, formatExactVotes, formatSeasons, formatVotes } from "@/lib/format";
import { displaySynopsis } from "@/lib/names";
import { lateCode } from "@/lib/page-code";
import { whenSignedIn } from "@/lib/when-signed-in";
import { MeanScore } from "@/ui/MeanScore";
import { LikeToggle, WatchlistToggle } from "@/ui/toggles";

const CardProgress = lateCode<{ malId: number }>(() => import("./CardProgress"), whenSignedIn);

interface Props {
  anime: AnimeCard;
  title: string;
  listed: boolean;
  onToggleWatchlist: () => void;
}

/** A card's facts and toggles, over its poster. When it shows is in gallery.css. */
export default function CardOverlay({ anime, title, listed, onToggleWatchlist }: Props) {
  return (
    <div className="card-overlay @container absolute inset-x-0 top-0 flex aspect-2/3 flex-col justify-end gap-2 overflow-hidden rounded-md p-3 text-xs text-on-scrim">
      <p className="flex flex-wrap items-center gap-x-2">
        <MeanScore anime={anime} iconSize={15} className="card-hint gap-1 text-sm font-bold" />{" "}
        <span className="card-hint" title={formatExactVotes(anime.scored_by)}>
          {formatVotes(anime.scored_by)}
          {!anime.scored_by && <span className="sr-only"> votes</span>}
        </span>
      </p>
      <p className="flex flex-wrap gap-x-2">
        <Seasons seasons={anime.seasons} known={anime.seasons_known} />
        <span aria-hidden="true">·</span>
        <span>Episodes: {formatEpisodes(anime.episodes)}</span>
      </p>
      <p className="line-clamp-4 leading-normal text-on-scrim-muted">
        {displaySynopsis(anime.synopsis)}
      </p>
      <div className="card-actions mt-1 flex gap-2 has-[:nth-child(3)]:gap-0.5 @min-[10rem]:gap-2!">
        <LikeToggle malId={anime.mal_id} title={title} />
        <WatchlistToggle title={title} listed={listed} onToggle={onToggleWatchlist} />
        {listed && <CardProgress malId={anime.mal_id} />}
      </div>
    </div>
  );
}

function Seasons({ seasons, known }: { seasons: number; known: boolean }) {
  if (known) return <span>{formatSeasons(seasons)}</span>;
  return (
    <span className="card-hint" title="Number of seasons not known">
      {formatSeasons(seasons)}
      <span className="sr-only"> (number of seasons not known)</span>
    </span>
  );
}
