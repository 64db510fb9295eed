import { memo, type Ref } from "react";
import { Link } from "wouter";
import type { Entry } from "@/api/types";
import { displayTitle, formatCount, formatScore } from "@/lib/format";
import { Button } from "@/ui/Button";
import { StarIcon } from "@/ui/icons";
import { Poster } from "@/ui/Poster";
import { part } from "./table";

interface Props {
  entry: Entry;
  index: number;
  /** Pixels below the table's head. */
  top: number;
  ref: Ref<HTMLTableRowElement>;
  onRemove: (entry: Entry) => void;
}

/** A title on the watchlist. */
export const Row = memo(function Row({ entry, index, top, ref, onRemove }: Props) {
  const title = displayTitle(entry);
  return (
    <tr
      {...part.row}
      ref={ref}
      data-index={index}
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
            className="absolute top-3 left-0 w-18! rounded-sm lg:static lg:w-12! lg:shrink-0"
          />
          <span className="line-clamp-2 min-w-0 text-base leading-snug font-semibold">{title}</span>
        </Link>
      </td>
      <td {...part.cell}>
        <Fact name="Rating" icon value={entry.score ? formatScore(entry.score) : null} />
      </td>
      <td {...part.cell}>
        <Fact
          name="Popularity"
          label
          value={entry.popularity ? `#${formatCount(entry.popularity)}` : null}
        />
      </td>
      <td {...part.cell}>
        <Fact name="Genre" value={entry.genres[0] ?? null} />
      </td>
      <td
        {...part.cell}
        className="basis-full sm:absolute sm:inset-y-0 sm:right-0 sm:flex sm:items-center lg:static lg:justify-end"
      >
        <Button variant="outline" aria-label={`Remove ${title}`} onClick={() => onRemove(entry)}>
          Remove
        </Button>
      </td>
    </tr>
  );
});

interface FactProps {
  name: string;
  /** Null where it is not known. */
  value: string | null;
  icon?: boolean;
  /** The value alone would not say what it is. */
  label?: boolean;
}

/** A fact with its name where there is no column head above it. */
function Fact({ name, value, icon = false, label = false }: FactProps) {
  return (
    <span
      className={`flex items-center gap-1.5 tabular-nums ${value === null ? "text-muted" : ""}`}
    >
      <span className={`text-muted lg:hidden ${label || value === null ? "" : "sr-only"}`}>
        {name}{" "}
      </span>
      {icon && value !== null && (
        <StarIcon aria-hidden="true" size={15} className="fill-current text-accent" />
      )}
      {value ?? "N/A"}
    </span>
  );
}
