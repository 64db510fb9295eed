import { type ReactNode, useDeferredValue } from "react";
import type { AnimeCard as Anime } from "@/api/types";
import { lateCode } from "@/lib/page-code";
import { Skeleton } from "@/ui/Spinner";
import { AnimeCard } from "./AnimeCard";
import { useOverlays } from "./useOverlays";
import "./gallery.css";

const OverlayDismissal = lateCode(() => import("./OverlayDismissal"));

/** Number of cards on a page, and of skeletons while the page is on its way. */
const PAGE_SIZE = 25;
/** Cards in a row on the widest screens. */
const ROW = 6;

const gridClass = "grid gap-x-5 gap-y-8";
/** Classes of as many columns as fit where the grid has the whole width. */
const WIDE =
  "grid-cols-1 min-[28rem]:grid-cols-2 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5 xl:grid-cols-6";

interface Props {
  items: Anime[];
  /** Whether the cards are those of before, while new ones are fetched. */
  stale?: boolean;
  /** Classes that set the number of columns. */
  columns?: string;
  /** Cards in a row at most: the pictures of so many are in the first screen. */
  row?: number;
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

export function Grid({
  items,
  stale = false,
  columns = WIDE,
  row = ROW,
  watchlisted,
  onToggleWatchlist,
}: Props) {
  const overlays = useOverlays();
  // Overlays follow once the cards are there, in small steps; the server leaves them out.
  const overlaid = useDeferredValue(true, false);
  return (
    <>
      <ul
        aria-busy={stale}
        data-dismissed={overlays.dismissed || undefined}
        className={`${gridClass} ${columns} transition-opacity ${stale ? "opacity-40" : ""}`}
      >
        {items.map((anime, index) => (
          <li key={anime.mal_id} onPointerEnter={overlays.recall} onFocus={overlays.recall}>
            <AnimeCard
              anime={anime}
              eager={index < row}
              overlaid={overlaid}
              open={overlays.opened === anime.mal_id}
              onOpen={() => overlays.open(anime.mal_id)}
              listed={watchlisted(anime.mal_id)}
              onToggleWatchlist={() => onToggleWatchlist(anime.mal_id)}
            />
          </li>
        ))}
      </ul>
      <OverlayDismissal open={overlays.open} setDismissed={overlays.setDismissed} />
    </>
  );
}

function CardSkeleton() {
  return (
    <>
      <Skeleton className="aspect-2/3 w-full" />
      <Skeleton className="mt-3 h-4 w-3/4" />
    </>
  );
}

interface SkeletonProps {
  columns?: string | undefined;
  pages?: number;
}

/** Stands in for pages of cards that are on their way or could not be had. */
export function GridSkeleton({ columns = WIDE, pages = 1 }: SkeletonProps): ReactNode {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading anime
      </p>
      {/* Other ones whenever cards have come: none is seen to move. */}
      <div key={pages} aria-hidden="true" className={`${gridClass} ${columns}`}>
        {Array.from({ length: pages * PAGE_SIZE }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a skeleton is its position
          <div key={index} data-testid="skeleton-card">
            <CardSkeleton />
          </div>
        ))}
      </div>
    </div>
  );
}
