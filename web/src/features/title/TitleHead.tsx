import type { ReactNode } from "react";
import type { AnimeDetails } from "@/api/types";
import { bannerArt } from "@/lib/art";
import { formatCount, formatExactVotes, formatSeasons, formatVotes } from "@/lib/format";
import { displayTitle, otherName } from "@/lib/names";
import { Button } from "@/ui/Button";
import { BookmarkCheckIcon } from "@/ui/icons";
import { BookmarkIcon } from "@/ui/late-icons";
import { MeanScore } from "@/ui/MeanScore";
import { Poster } from "@/ui/Poster";
import { Share } from "@/ui/Share";
import { LikeToggle } from "@/ui/toggles";
import { headingClasses } from "./heading";

interface Props {
  anime: Pick<
    AnimeDetails,
    | "mal_id"
    | "slug"
    | "title"
    | "title_english"
    | "title_japanese"
    | "image_url"
    | "large_image_url"
  >;
  /** The title's mean score, votes and ranks. */
  standing: ReactNode;
  listed: boolean;
  onToggleWatchlist: () => void;
}

/** Poster, names, standing and toggles, over the title's banner. */
export function TitleHead({ anime, standing, listed, onToggleWatchlist }: Props) {
  const title = displayTitle(anime);
  const ListIcon = listed ? BookmarkCheckIcon : BookmarkIcon;
  return (
    <header className="relative isolate overflow-hidden bg-scrim text-on-scrim">
      <img
        src={bannerArt(`mal-${anime.mal_id}`)}
        alt=""
        className="absolute inset-0 -z-10 size-full object-cover"
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-t from-scrim via-scrim/60 to-scrim/10" />
      <div className="page grid items-end gap-x-10 gap-y-6 pt-16 pb-10 sm:grid-cols-[minmax(9rem,15rem)_minmax(0,1fr)]">
        <Poster
          malId={anime.mal_id}
          src={anime.large_image_url ?? anime.image_url}
          eager
          className="max-w-40 rounded-lg shadow-raised sm:max-w-60"
        />
        <div className="grid min-w-0 gap-5">
          <div className="grid gap-2">
            <h1 className={`font-extrabold ${headingClasses(title)}`}>{title}</h1>
            <p lang="ja" className="font-ja text-lg text-on-scrim-muted empty:hidden">
              {otherName(anime.title_japanese, title)}
            </p>
          </div>
          {standing}
          <div className="flex flex-wrap gap-3">
            <Button variant={listed ? "scrim" : "primary"} onClick={onToggleWatchlist}>
              <ListIcon aria-hidden="true" size={20} />
              {listed ? "Remove from Watchlist" : "Add to Watchlist"}
            </Button>
            <LikeToggle malId={anime.mal_id} title={title} />
            <Share variant="scrim" title={title} path={`/anime/${anime.slug}`} />
          </div>
        </div>
      </div>
    </header>
  );
}

export function Standing({ anime }: { anime: AnimeDetails }) {
  return (
    <div className="grid gap-3 text-sm text-on-scrim-muted">
      {/* Arial at its own width breaks this line as our font does for all but 14 of 2,915 titles */}
      <p className="font-fit-100">{inShort(anime)}</p>
      {/* On a phone and a tablet no row depends on how wide the font is: the page's own one comes later */}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2 md:flex md:flex-wrap md:items-baseline md:gap-x-6">
        <li className="col-span-2 flex items-baseline gap-2 md:max-lg:w-full">
          <MeanScore
            anime={anime}
            iconSize={20}
            className="gap-1.5 text-xl font-bold text-on-scrim"
          />
          <span title={formatExactVotes(anime.scored_by)}>
            {formatVotes(anime.scored_by)}
            {!anime.scored_by && " votes"}
          </span>
        </li>
        {anime.rank != null && <li>Ranked #{formatCount(anime.rank)}</li>}
        {anime.popularity != null && <li>Popularity #{formatCount(anime.popularity)}</li>}
        {anime.seasons_known && (
          <li className="max-md:col-span-2">{formatSeasons(anime.seasons)}</li>
        )}
      </ul>
    </div>
  );
}

/** Returns the title's key facts in a line: "TV · 2013 · 25 episodes · Action, Drama". */
function inShort({ type, year, episodes, genres }: AnimeDetails): string {
  const length = episodes && episodes > 1 && `${formatCount(episodes)} episodes`;
  return [type, year, length, genres.join(", ")].filter(Boolean).join(" · ");
}
