import { type MouseEvent, useRef } from "react";
import { Link } from "wouter";
import type { AnimeCard as Anime } from "@/api/types";
import { displayTitle } from "@/lib/names";
import { lateCode } from "@/lib/page-code";
import { BookmarkCheckIcon } from "@/ui/icons";
import { Poster } from "@/ui/Poster";

/** The overlay's code, which loads late: it shows only under the pointer or the focus. */
const CardOverlay = lateCode(() => import("./CardOverlay"));

/** The look of the title under a poster. In a single column it ends before the button to the top. */
const captionClass =
  "mt-3 line-clamp-2 max-[28rem]:pr-14 text-sm font-semibold leading-snug tracking-normal";

interface Props {
  anime: Anime;
  /** Whether the card is in the first row, so that its picture is fetched at once. */
  eager: boolean;
  /** Whether the overlay is in the page. */
  overlaid: boolean;
  /** Whether a tap has opened the overlay. */
  open: boolean;
  onOpen: () => void;
  listed: boolean;
  onToggleWatchlist: () => void;
}

/**
 * A poster with its title. One link covers the card; the overlay's buttons lie above it, because a
 * link may not hold a button. A first tap opens the overlay, a second follows the link.
 */
export function AnimeCard({
  anime,
  eager,
  overlaid,
  open,
  onOpen,
  listed,
  onToggleWatchlist,
}: Props) {
  const title = displayTitle(anime);
  const link = useRef<HTMLAnchorElement>(null);
  const tapped = useRef(false);

  const followOrOpen = (event: MouseEvent) => {
    if (tapped.current && !open) {
      event.preventDefault();
      onOpen();
    }
    tapped.current = false;
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link is the keyboard's way
    <article
      className="card relative"
      data-open={open || undefined}
      onPointerDown={(event) => {
        tapped.current = event.pointerType === "touch";
      }}
      onClick={(event) => {
        // Facts with a tooltip lie above the link; a click on them is meant for it.
        if (event.target instanceof Element && event.target.closest(".card-hint")) {
          link.current?.click();
        }
      }}
    >
      <div className="card-poster relative overflow-hidden rounded-md bg-raised">
        <Poster malId={anime.mal_id} src={anime.image_url} eager={eager} />
        {listed && <ListedMark />}
      </div>
      <h2 className={captionClass}>
        <Link ref={link} href={`/anime/${anime.slug}`} className="card-link" onClick={followOrOpen}>
          {title}
        </Link>
      </h2>
      {overlaid && (
        <CardOverlay
          anime={anime}
          title={title}
          listed={listed}
          onToggleWatchlist={onToggleWatchlist}
        />
      )}
    </article>
  );
}

/** Tells, without the pointer being on the card, that the title is on the watchlist. */
function ListedMark() {
  return (
    <span
      role="img"
      aria-label="On your watchlist"
      className="absolute top-2 right-2 grid size-8 place-items-center rounded-full bg-scrim/80 text-on-scrim"
    >
      <BookmarkCheckIcon aria-hidden="true" size={16} />
    </span>
  );
}
