import { memo, startTransition, useState } from "react";
import { Link } from "wouter";
import type { Entry } from "@/api/types";
import { displayTitle } from "@/lib/names";
import { useTitleLanguage } from "@/lib/title-language";
import { CloseIcon } from "@/ui/icons";
import { Poster } from "@/ui/Poster";
import { ShowMore } from "@/ui/ShowMore";

/** Posters at first; "Show more" doubles them, and adds so many at most: more would be felt. */
const FIRST = 60;
const MAX_POSTERS = 240;
/** Number of posters in a row on the widest screens. */
const ROW = 8;

interface Props {
  entries: readonly Entry[];
  /** Called to remove an entry; absent where nothing can be removed. */
  onRemove?: (entry: Entry) => void;
}

/** Posters with their titles, in steps: a list may hold twenty thousand. */
export function PosterGrid({ entries, onRemove }: Props) {
  const [limit, setLimit] = useState(FIRST);
  const shown = entries.slice(0, limit);
  const more = () => startTransition(() => setLimit(limit + Math.min(limit, MAX_POSTERS)));
  return (
    <>
      <ul
        // Posters keep the names that they were drawn with.
        key={useTitleLanguage()}
        className="grid grid-cols-2 gap-x-4 gap-y-7 min-[28rem]:grid-cols-3 sm:grid-cols-4 md:grid-cols-5 lg:grid-cols-6 xl:grid-cols-8"
      >
        {shown.map((entry, index) => (
          <Item key={entry.mal_id} entry={entry} eager={index < ROW} onRemove={onRemove} />
        ))}
      </ul>
      {entries.length > FIRST && (
        <ShowMore
          shown={shown.length}
          total={entries.length}
          onMore={limit < entries.length ? more : null}
        />
      )}
    </>
  );
}

interface ItemProps {
  entry: Entry;
  eager: boolean;
  onRemove: ((entry: Entry) => void) | undefined;
}

const Item = memo(function Item({ entry, eager, onRemove }: ItemProps) {
  const title = displayTitle(entry);
  return (
    // Far from the screen it is not drawn; its outline, when focused, may stick out.
    <li className="group relative [contain-intrinsic-size:auto_18rem] [content-visibility:auto] [overflow-clip-margin:0.5rem]">
      <Link href={`/anime/${entry.mal_id}`} className="block rounded-md">
        <span className="block overflow-hidden rounded-md bg-raised">
          <Poster
            malId={entry.mal_id}
            src={entry.image_url}
            eager={eager}
            className="transition-[scale] duration-250 group-hover:scale-[1.03]"
          />
        </span>
        <span title={title} className="mt-2 line-clamp-2 text-sm font-semibold leading-snug">
          {title}
        </span>
      </Link>
      {onRemove && (
        <button
          type="button"
          title="Remove from Watchlist"
          aria-label={`Remove from Watchlist: ${title}`}
          onClick={() => onRemove(entry)}
          className="absolute top-2 right-2 grid size-10 place-items-center rounded-full bg-scrim/80 text-on-scrim transition-colors hover:bg-accent-fill hover:text-on-accent"
        >
          <CloseIcon aria-hidden="true" size={18} />
        </button>
      )}
    </li>
  );
});
