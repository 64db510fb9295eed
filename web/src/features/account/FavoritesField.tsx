import { useRef, useState } from "react";
import type { PageTitle } from "@/api/people";
import { displayTitle } from "@/lib/names";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/late-icons";
import { Poster } from "@/ui/Poster";
import { FavoriteSearch } from "./FavoriteSearch";

/** The largest number of favorites that the server takes. */
const MAX_FAVORITES = 10;

interface Props {
  titles: readonly PageTitle[];
  onChange: (titles: PageTitle[]) => void;
}

/** Favourite titles in order. The focus stays with the title that is moved. */
export function FavoritesField({ titles, onChange }: Props) {
  const [searching, setSearching] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const move = (from: number, to: number) => {
    const moved = titles.filter((_, index) => index !== from);
    const title = titles[from];
    if (title) onChange([...moved.slice(0, to), title, ...moved.slice(to)]);
  };
  const remove = (title: PageTitle) => {
    onChange(titles.filter((other) => other !== title));
    add.current?.focus();
  };
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Favorite titles</legend>
      <p className="mt-1 text-sm text-muted">
        Up to {MAX_FAVORITES}, in your order. Whoever sees your page sees them, even where your own
        entry of a title is private.
      </p>
      <ol className="mt-3 divide-y divide-line empty:hidden">
        {titles.map((title, index) => (
          <li key={title.mal_id} className="flex items-center gap-3 py-2">
            <Poster
              malId={title.mal_id}
              src={title.image_url}
              sizes="40px"
              className="w-10! shrink-0 rounded-sm"
            />
            <span className="line-clamp-2 min-w-0 flex-1 text-sm font-semibold wrap-anywhere">
              {displayTitle(title)}
            </span>
            <IconButton
              label={`Move up: ${displayTitle(title)}`}
              aria-disabled={index === 0 || undefined}
              onClick={() => index > 0 && move(index, index - 1)}
            >
              <ArrowUpIcon aria-hidden="true" size={18} />
            </IconButton>
            <IconButton
              label={`Move down: ${displayTitle(title)}`}
              aria-disabled={index === titles.length - 1 || undefined}
              onClick={() => index < titles.length - 1 && move(index, index + 1)}
            >
              <ArrowDownIcon aria-hidden="true" size={18} />
            </IconButton>
            <IconButton
              label={`Remove from favorites: ${displayTitle(title)}`}
              onClick={() => remove(title)}
            >
              <CloseIcon aria-hidden="true" size={18} />
            </IconButton>
          </li>
        ))}
      </ol>
      <Button
        ref={add}
        variant="outline"
        className="mt-3"
        aria-disabled={titles.length >= MAX_FAVORITES || undefined}
        onClick={() => titles.length < MAX_FAVORITES && setSearching(true)}
      >
        Add a favorite
      </Button>
      {searching && (
        <FavoriteSearch
          onTitle={(title) => {
            setSearching(false);
            if (titles.every((other) => other.mal_id !== title.mal_id)) {
              onChange([...titles, title]);
            }
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </fieldset>
  );
}
