import { useEffect, useId, useRef, useState } from "react";
import { partsQuery, type Video } from "@/api/extras";
import { bannerArt } from "@/lib/art";
import { useBrowserInfiniteQuery } from "@/lib/browser-query";
import { useShowMore } from "@/lib/useShowMore";
import { PlayIcon } from "@/ui/icons";
import { ShowAll } from "@/ui/ShowAll";
import { ShowMore } from "@/ui/ShowMore";
import { Skeleton } from "@/ui/Spinner";
import { placeholderKeys } from "./placeholder-keys";
import { SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

/** Number of videos that a press shows, as many as the server sends at once. */
const PAGE = 24;
/** Number of videos that show at first. */
const FEW = 6;
/** Number of videos that show at first on a phone, where they stand in one column. */
const FEW_ON_PHONE = 2;

const grid = "grid gap-x-4 gap-y-6 sm:grid-cols-2 xl:grid-cols-3";

/** Trailers and other videos. Nothing comes from their host before somebody presses one. */
export function Videos({ malId, count }: SectionProps) {
  const { place, near } = usePlace();
  const query = useBrowserInfiniteQuery({
    ...partsQuery<Video>("/api/v1/anime/{id}/videos", malId),
    enabled: near,
  });
  const { items: all = [], more } = useShowMore(query, PAGE);
  const [whole, setWhole] = useState(false);
  const id = useId();
  const shown = whole ? all : all.slice(0, FEW);
  return (
    <SectionFrame
      name="videos"
      place={place}
      query={query}
      hint="A press on a video loads it from youtube-nocookie.com, or leads to its own site. Its host learns nothing of you before."
      skeleton={
        <>
          <div className={grid}>
            {placeholderKeys(count, FEW).map((key, index) => (
              <div key={key} className={index < FEW_ON_PHONE ? "" : "max-sm:hidden"}>
                <Skeleton className="aspect-video" />
                <div className="mt-2 h-9" />
              </div>
            ))}
          </div>
          {count > FEW_ON_PHONE && <div className={`h-14 ${count > FEW ? "" : "sm:hidden"}`} />}
        </>
      }
    >
      <ul id={id} className={grid}>
        {shown.map((video, index) => (
          <li
            key={`${video.kind} ${video.youtube_id} ${video.url} ${video.name}`}
            className={whole || index < FEW_ON_PHONE ? "" : "max-sm:hidden"}
          >
            <Player video={video} malId={malId} />
            <p title={video.name} className="mt-2 line-clamp-1 text-sm font-semibold">
              {video.name}
            </p>
            <p className="text-xs text-muted">{kinds[video.kind]}</p>
          </li>
        ))}
      </ul>
      {all.length > FEW_ON_PHONE && (
        <ShowAll
          expanded={whole}
          onExpanded={setWhole}
          all={`Show ${all.length === count ? "all " : ""}${all.length} videos`}
          fewer="Show fewer videos"
          controls={id}
          className={`mt-3 ${all.length > FEW ? "" : "sm:hidden"}`}
        />
      )}
      {whole && more && <ShowMore {...more} />}
    </SectionFrame>
  );
}

const kinds = { promo: "Trailer", episode: "Episode", music: "Music video" } as const;

/** A still until it is pressed, then the player. */
function Player({ video, malId }: { video: Video; malId: number }) {
  const [plays, setPlays] = useState(false);
  const player = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (plays) player.current?.focus();
  }, [plays]);
  const { youtube_id: id, name, url } = video;
  const still = (
    <>
      <img
        // A source's still lies with the video's host, which is to learn nothing before a press.
        src={bannerArt(`mal-${malId}`)}
        alt=""
        loading="lazy"
        className="size-full object-cover transition-[scale] duration-250 group-hover:scale-[1.03]"
      />
      <span className="absolute inset-0 grid place-items-center bg-scrim/35">
        <span className="grid size-14 place-items-center rounded-full bg-scrim/80 text-on-scrim transition-colors group-hover:bg-accent-fill group-hover:text-on-accent">
          <PlayIcon aria-hidden="true" size={26} className="ml-1 fill-current" />
        </span>
      </span>
    </>
  );
  const look = "group relative block aspect-video w-full overflow-hidden rounded-md bg-raised";
  if (id === null) {
    return (
      <a
        href={url ?? undefined}
        rel="noopener noreferrer"
        aria-label={`Watch: ${name}`}
        className={look}
      >
        {still}
      </a>
    );
  }
  if (!plays) {
    return (
      <button
        type="button"
        aria-label={`Play: ${name}`}
        onClick={() => setPlays(true)}
        className={look}
      >
        {still}
      </button>
    );
  }
  return (
    <iframe
      ref={player}
      src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`}
      title={`Player: ${name}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // The player asks which site shows it.
      referrerPolicy="strict-origin-when-cross-origin"
      className="aspect-video w-full rounded-md bg-scrim"
    />
  );
}
