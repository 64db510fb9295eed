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
          href={`/anime/${entry.slug}`}
          className="flex items-center gap-4 rounded-sm underline-offset-4 hover:underline"
        >
          <Poster
            malId={entry.mal_id}
            src={entry.image_url}
            className="absolute top-3 left-0 w-18! rounded-sm md:static md:w-12! md:shrink-0"
          />
          <span className="line-clamp-2 min-w-0 text-base leading-snug font-semibold">{title}</span>
        </Link>
      </td>
      <td {...part.cell}>
        <Rating score={entry.score} />
      </td>
      <td {...part.cell} className="tabular-nums">
        <Label text="Popularity" />
        {entry.popularity ? `#${formatCount(entry.popularity)}` : "N/A"}
      </td>
      <td {...part.cell}>
        <Label text="Genre" />
        {entry.genres[0] ?? "N/A"}
      </td>
      <td {...part.cell} className="basis-full md:text-right">
        <Button
          variant="outline"
          className="min-h-9 px-4"
          aria-label={`Remove ${title}`}
          onClick={() => onRemove(entry)}
        >
          Remove
        </Button>
      </td>
    </tr>
  );
});

function Rating({ score }: { score: number | null }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <Label text="Rating" />
      {score ? (
        <StarIcon aria-hidden="true" size={15} className="fill-current text-accent" />
      ) : null}
      {formatScore(score)}
    </span>
  );
}

/** Says what a number is where there is no column head above it. */
function Label({ text }: { text: string }) {
  return <span className="text-muted md:hidden">{text} </span>;
}
