import { memo } from "react";
import { Link } from "wouter";
import type { Entry } from "@/api/types";
import { formatCount, formatScore } from "@/lib/format";
import { displayTitle } from "@/lib/names";
import { Button } from "@/ui/Button";
import { CloseIcon, StarIcon } from "@/ui/icons";
import { Poster } from "@/ui/Poster";
import { part } from "./table";

/** More do not fit. The first is the one that the list is filtered by. */
const GENRES = 3;

interface Props {
  entry: Entry;
  index: number;
  /** Pixels below the table's head. */
  top: number;
  onRemove: (entry: Entry) => void;
}

/** A title on the watchlist. */
export const Row = memo(function Row({ entry, index, top, onRemove }: Props) {
  const title = displayTitle(entry);
  const { score, popularity } = entry;
  return (
    <tr
      {...part.row}
      data-index={index}
      data-mal-id={entry.mal_id}
      // The head is the first row.
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td {...part.cell} className="min-w-0 basis-full">
        <Link
          href={`/anime/${entry.mal_id}`}
          className="flex items-center gap-4 rounded-sm underline-offset-4 hover:underline"
        >
          <Poster
            malId={entry.mal_id}
            src={entry.image_url}
            sizes="72px"
            className="absolute inset-y-0 left-0 my-auto w-18! rounded-sm lg:static lg:w-12! lg:shrink-0"
          />
          <span title={title} className="line-clamp-2 min-w-0 text-base leading-snug font-semibold">
            {title}
          </span>
        </Link>
      </td>
      <td {...part.cell}>
        <Fact name="Rating" icon value={score ? formatScore(score) : null} />
      </td>
      <td {...part.cell}>
        <Fact name="Popularity" named value={popularity ? `#${formatCount(popularity)}` : null} />
      </td>
      <td {...part.cell}>
        <Fact
          name="Genre"
          value={entry.genres[0] ?? null}
          also={entry.genres.slice(1, GENRES).join(", ")}
        />
      </td>
      <td
        {...part.cell}
        className="absolute inset-y-0 right-0 flex items-center lg:static lg:justify-end"
      >
        <Button variant="outline" aria-label={`Remove ${title}`} onClick={() => onRemove(entry)}>
          <CloseIcon aria-hidden="true" size={18} className="sm:hidden" />
          <span className="hidden sm:inline">Remove</span>
        </Button>
      </td>
    </tr>
  );
});

interface FactProps {
  name: string;
  /** Null where it is not known. */
  value: string | null;
  /** What is worth less than the value. */
  also?: string;
  icon?: boolean;
  /** The value alone does not say what it is. */
  named?: boolean;
}

/** A fact. Where there is no column head above it, it says what it is unless that can be seen. */
function Fact({ name, value, also, icon = false, named = false }: FactProps) {
  const known = value !== null;
  return (
    <span className={`flex items-center gap-1.5 tabular-nums ${known ? "" : "text-muted"}`}>
      <span className={`lg:hidden ${known && !named ? "sr-only" : ""}`}>{name} </span>
      {icon && known && (
        <StarIcon aria-hidden="true" size={15} className="fill-current text-accent" />
      )}
      <span className="line-clamp-2 lg:line-clamp-3">
        {value ?? "N/A"}
        {also && <span className="text-muted">, {also}</span>}
      </span>
    </span>
  );
}
