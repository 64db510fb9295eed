import { memo } from "react";
import { Link } from "wouter";
import type { ListItem } from "@/api/list";
import { formatCount, formatScore } from "@/lib/format";
import { progressText } from "@/lib/list/change-messages";
import type { Scale } from "@/lib/list/scales";
import { scoreText } from "@/lib/list/score-text";
import type { Fields } from "@/lib/list/useListEdit";
import { displayTitle } from "@/lib/names";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { CloseIcon, StarIcon } from "@/ui/icons";
import { LockIcon } from "@/ui/late-icons";
import { PlusOne } from "@/ui/PlusOne";
import { Poster } from "@/ui/Poster";
import { StatusSelect } from "@/ui/StatusSelect";
import { part } from "./table";

/** The largest number of genres that fit. The first is the one that the list is filtered by. */
const GENRES = 3;

/** A row's actions. The functions are stable, so that rows do not render again. */
export interface RowActions {
  onEdit: (item: ListItem, fields: Fields) => void;
  onStep: (item: ListItem, by: 1 | -1) => void;
  onRemove: (item: ListItem) => void;
  onSelect: (malId: number, range: boolean) => void;
}

interface Props extends RowActions {
  item: ListItem;
  index: number;
  /** Distance of the row from the table's head, in pixels. */
  top: number;
  scale: Scale;
  selected: boolean;
  /** Whether titles are being selected, on a screen that has no column for it. */
  selecting: boolean;
}

/** Returns the class of a fact: a card has no place for an unknown one, a column has. */
const onCard = (known: boolean) => (known ? "" : "max-xl:hidden");

/** The row of a title on the watchlist. */
export const Row = memo(function Row({ item, index, top, scale, selected, ...row }: Props) {
  const title = displayTitle(item);
  const { mean, popularity, score } = item;
  return (
    <tr
      {...part.row}
      data-index={index}
      data-mal-id={item.mal_id}
      // The head is the first row.
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td
        {...part.cell}
        className={`absolute top-7 left-1 z-1 xl:static ${row.selecting ? "" : "max-xl:hidden"}`}
      >
        <Checkbox
          label={`Select ${title}`}
          checked={selected}
          onToggle={(range) => row.onSelect(item.mal_id, range)}
        />
      </td>
      <td
        {...part.cell}
        className="flex min-w-0 basis-full items-center gap-2 pr-12 sm:pr-28 xl:pr-0"
      >
        <Link
          href={`/anime/${item.mal_id}`}
          className="flex min-w-0 items-center gap-4 rounded-sm underline-offset-4 hover:underline"
        >
          <Poster
            malId={item.mal_id}
            src={item.image_url}
            sizes="72px"
            className="absolute inset-y-0 left-0 my-auto w-16! rounded-sm sm:w-18! xl:static xl:w-12! xl:shrink-0"
          />
          <span title={title} className="line-clamp-2 min-w-0 text-base leading-snug font-semibold">
            {title}
          </span>
        </Link>
        {item.private && (
          <span title="Private" className="shrink-0 text-muted">
            <LockIcon aria-hidden="true" size={15} />
            <span className="sr-only">Private</span>
          </span>
        )}
      </td>
      <td
        {...part.cell}
        className="order-last flex basis-full items-center gap-2 xl:order-none xl:gap-2.5"
      >
        <Progress item={item} onEdit={row.onEdit} onStep={row.onStep} />
      </td>
      <td {...part.cell} className={onCard(score !== null)}>
        <Fact
          name="My score"
          named={score !== null}
          value={score && scoreText(score, scale)}
          unknown="–"
        />
      </td>
      <td {...part.cell}>
        <Fact name="Rating" icon value={mean ? formatScore(mean) : null} />
      </td>
      <td {...part.cell} className={onCard(Boolean(popularity))}>
        <Fact
          name="Popularity"
          named="wide"
          value={popularity ? `#${formatCount(popularity)}` : null}
        />
      </td>
      <td {...part.cell} className={`min-w-0 ${onCard(item.genres.length > 0)}`}>
        <Fact
          name="Genre"
          value={item.genres[0] ?? null}
          also={item.genres.slice(1, GENRES).join(", ")}
        />
      </td>
      <td {...part.cell} className="absolute top-4 right-0 xl:static xl:text-right">
        <Button
          variant="outline"
          className="max-sm:size-10 max-sm:min-h-10! max-sm:px-0!"
          aria-label={`Remove ${title}`}
          onClick={() => row.onRemove(item)}
        >
          <CloseIcon aria-hidden="true" size={18} className="sm:hidden" />
          <span className="hidden sm:inline">Remove</span>
        </Button>
      </td>
    </tr>
  );
});

type ProgressProps = Pick<RowActions, "onEdit" | "onStep"> & { item: ListItem };

/** The title's status, the episodes seen, and a button for one more. */
function Progress({ item, onEdit, onStep }: ProgressProps) {
  return (
    <>
      <StatusSelect item={item} onStatus={(status) => onEdit(item, { status })} />
      <span className="min-w-0 truncate tabular-nums xl:flex-1">
        {progressText(item.progress, item.episodes)}
        <span className="sr-only"> episodes</span>
      </span>
      <PlusOne item={item} onMore={() => onStep(item, 1)} className="max-sm:ml-auto" />
    </>
  );
}

interface FactProps {
  name: string;
  /** The value of the fact; null where it is not known. */
  value: string | number | null;
  /** A less important text beside the value. */
  also?: string;
  icon?: boolean;
  /** The value alone does not say what it is: enough of it, where there is little room, if that is "wide". */
  named?: boolean | "wide";
  /** The placeholder of an unknown value. */
  unknown?: string;
}

/** A fact. Where there is no column head above it, it says what it is unless that can be seen. */
function Fact({ name, value, also, icon = false, named = false, unknown = "N/A" }: FactProps) {
  const known = value !== null;
  return (
    <span className={`flex items-center gap-1.5 tabular-nums ${known ? "" : "text-muted"}`}>
      <span
        className={`xl:hidden ${known && !named ? "sr-only" : "text-muted"} ${known && named === "wide" ? "max-sm:sr-only" : ""}`}
      >
        {name}{" "}
      </span>
      {icon && known && (
        <StarIcon aria-hidden="true" size={15} className="fill-current text-accent" />
      )}
      <span className="line-clamp-1 xl:line-clamp-3">
        {value ?? unknown}
        {also && <span className="text-muted">, {also}</span>}
      </span>
    </span>
  );
}
