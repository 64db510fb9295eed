import { memo } from "react";
import { fieldClass } from "@/ui/Field";
import { SearchIcon } from "@/ui/icons";

interface SearchProps {
  text: string;
  onText: (text: string) => void;
}

export function SearchField({ text, onText }: SearchProps) {
  return (
    <div className="relative">
      <SearchIcon
        aria-hidden="true"
        size={20}
        className="pointer-events-none absolute inset-y-0 left-4 my-auto text-muted"
      />
      <input
        type="search"
        aria-label="Search your watchlist"
        placeholder="Search your watchlist..."
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        className={`${fieldClass} rounded-full! pl-12`}
      />
    </div>
  );
}

interface ChipsProps {
  genres: readonly string[];
  selected: string | null;
  onSelect: (changes: { genre: string | null }) => void;
}

/** The chips that filter by a genre, one at a time. On small screens the row scrolls sideways. */
export const GenreChips = memo(function GenreChips({ genres, selected, onSelect }: ChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons outside a form
    <div
      role="group"
      aria-label="Filter by genre"
      className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1 sm:flex-wrap sm:overflow-visible"
    >
      {[null, ...genres].map((genre) => (
        <button
          key={genre ?? ""}
          type="button"
          aria-pressed={genre === selected}
          onClick={() => onSelect({ genre })}
          className="min-h-10 shrink-0 rounded-full border border-field px-4 text-sm font-medium whitespace-nowrap text-text transition-colors hover:border-text hover:bg-raised aria-pressed:border-accent-fill aria-pressed:bg-accent-fill aria-pressed:text-on-accent"
        >
          {genre ?? "All Genres"}
        </button>
      ))}
    </div>
  );
});
