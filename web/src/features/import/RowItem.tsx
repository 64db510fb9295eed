import { memo, useId, useState } from "react";
import { Link } from "wouter";
import type { ImportItem, RowChoice } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";
import { formatCount } from "@/lib/format";
import type { Scale } from "@/lib/list/scales";
import { displayTitle, otherName } from "@/lib/names";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { SearchIcon } from "@/ui/icons";
import { ChevronDownIcon } from "@/ui/late-icons";
import { Poster } from "@/ui/Poster";
import { Difference } from "./Difference";
import { comparison, inShort, KEPT_UNTIL, outcomeLines } from "./lines";
import { NumberLink } from "./NumberLink";
import { RowActions } from "./RowActions";
import { foreignSite, numberName } from "./sites";
import { stateFills } from "./state-fills";
import { TitleSearch } from "./TitleSearch";
import { chooses, factsText, remarksText, stateNames } from "./texts";

interface Props {
  item: ImportItem;
  scale: Scale;
  choice: RowChoice | undefined;
  /** The title that the user chose for the row. */
  chosen: SuggestedTitle | undefined;
  selected: boolean;
  /** Whether all rows are unfolded. */
  unfolded: boolean;
  onRow: (row: number, choice: RowChoice, title?: SuggestedTitle) => void;
  onSelect: (row: number, range: boolean) => void;
}

/** A row of the file in two lines: which title it is of, and its outcome. It unfolds to all there is to say. */
export const RowItem = memo(function RowItem(props: Props) {
  const { item, scale, choice, chosen, selected, unfolded, onRow, onSelect } = props;
  const [own, setOwn] = useState<boolean | null>(null);
  const [searching, setSearching] = useState(false);
  const id = useId();
  const title = chosen ?? item.title ?? (item.state === "refused" ? null : item.proposal);
  const name = title
    ? displayTitle(title)
    : (item.name ?? numberName(item) ?? `Row ${formatCount(item.row)}`);
  const change = (fields: RowChoice) => onRow(item.row, fields);
  const open = own ?? unfolded;
  const lines = outcomeLines(item, scale);
  return (
    <li aria-label={name} className="py-2.5">
      <div className="flex items-center gap-2 max-[19rem]:flex-wrap sm:gap-4">
        <Checkbox
          label={`Select ${name}`}
          checked={selected}
          onToggle={(range) => onSelect(item.row, range)}
        />
        <Picture title={title} />
        <Names item={item} title={title} name={name} lines={lines} open={open} />
        <div className="shrink-0 max-[19rem]:order-last max-[19rem]:basis-full lg:flex lg:w-24 lg:justify-end max-lg:empty:hidden">
          <Answer
            item={item}
            name={name}
            onAccept={(mal_id) => change({ mal_id })}
            onSearch={() => setSearching(true)}
          />
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={`More about ${name}`}
          onClick={() => setOwn(!open)}
          className="-mr-2 grid size-[44px] shrink-0 place-items-center rounded-full transition-colors hover:bg-raised"
        >
          <ChevronDownIcon
            size={20}
            className={`transition-transform ${open ? "rotate-180" : ""}`}
          />
        </button>
      </div>
      <div id={id} hidden={!open} className="mt-2 min-[19rem]:ml-8 sm:ml-10">
        {open && (
          <>
            <Whole item={item} name={name} scale={scale} lines={lines} />
            <RowActions
              item={item}
              name={name}
              choice={choice}
              onChoice={change}
              onSearch={() => setSearching(true)}
            />
          </>
        )}
      </div>
      {searching && (
        <TitleSearch
          name={item.name}
          proposal={item.proposal}
          onTitle={(malId, found) => {
            setSearching(false);
            onRow(item.row, { mal_id: malId }, found);
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </li>
  );
});

function Picture({ title }: { title: Pick<SuggestedTitle, "mal_id" | "image_url"> | null }) {
  return (
    <div className="w-8 shrink-0 overflow-hidden rounded-sm max-[19rem]:hidden sm:w-9">
      {title ? (
        <Poster malId={title.mal_id} src={title.image_url} sizes="36px" />
      ) : (
        <div className="grid aspect-2/3 place-items-center border border-dashed border-field text-muted">
          ?
        </div>
      )}
    </div>
  );
}

interface NamesProps {
  item: ImportItem;
  title: Pick<SuggestedTitle, "mal_id"> | null;
  name: string;
  lines: readonly string[];
  /** Whether the row is unfolded, so that all of it stands below. */
  open: boolean;
}

/** The title's name, and the outcome of the row, on lines of their own. */
function Names({ item, title, name, lines, open }: NamesProps) {
  const isProposal = item.state === "proposed";
  const clamp = open
    ? ""
    : isProposal
      ? "line-clamp-2 max-[19rem]:line-clamp-none sm:line-clamp-1"
      : "truncate max-[19rem]:whitespace-normal";
  return (
    <div className="min-w-0 flex-1 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-center lg:gap-6">
      <p className="flex min-w-0 font-semibold">
        {isProposal && <span className="mr-1 shrink-0 font-normal">Is it</span>}
        {title ? (
          <Link
            href={`/anime/${title.mal_id}`}
            className={`min-w-0 py-px underline-offset-4 hover:underline ${clamp}`}
          >
            {name}
            {isProposal && <span className="font-normal">?</span>}
          </Link>
        ) : (
          <span className={`min-w-0 ${clamp}`}>
            <NumberLink of={item} name={name} />
          </span>
        )}
      </p>
      <p className="flex min-w-0 items-center gap-x-1.5 gap-y-0.5 text-xs text-muted max-sm:flex-wrap sm:gap-x-2 sm:text-sm">
        <span
          aria-hidden="true"
          className={`size-2.5 shrink-0 rounded-full ${stateFills[item.state]}`}
        />
        <span className="truncate font-semibold text-text">{stateNames[item.state]}</span>
        {/* What becomes of it gives way first; on phones the remarks begin a line only where that is not enough. */}
        <span className="truncate empty:hidden max-sm:grow max-sm:basis-0 max-[19rem]:basis-full sm:shrink-9999">
          {!open && lines.length > 0 && ` · ${inShort(lines)}`}
          {isProposal && item.proposal && ` · ${factsText(item.proposal)}`}
        </span>
        {!open && <Remarked item={item} />}
      </p>
    </div>
  );
}

/** Says that there is more to read of a row: of one that is not taken, and of one that is left out, its line says all. */
function Remarked({ item: { state, remarks } }: Pick<Props, "item">) {
  if (remarks.length === 0 || state === "refused" || state === "skipped") return null;
  return (
    <span className="shrink-0 rounded-sm bg-raised px-1 font-semibold text-text">
      {remarksText(remarks.length)}
    </span>
  );
}

interface AnswerProps {
  item: ImportItem;
  name: string;
  onAccept: (malId: number) => void;
  onSearch: () => void;
}

/** The one action that the row waits for. */
function Answer({ item, name, onAccept, onSearch }: AnswerProps) {
  const { state, proposal } = item;
  if (state === "proposed" && proposal) {
    return (
      <Button
        className="shrink-0"
        aria-label={`Accept ${name}`}
        onClick={() => onAccept(proposal.mal_id)}
      >
        Accept
      </Button>
    );
  }
  if (!chooses(item)) return null;
  return (
    <Button
      variant="outline"
      className="shrink-0"
      aria-label={`Choose the title: ${name}`}
      onClick={onSearch}
    >
      <SearchIcon size={18} className="max-[19rem]:hidden sm:hidden" />
      <span className="max-sm:hidden max-[19rem]:inline">Choose</span>
    </Button>
  );
}

interface WholeProps extends Pick<Props, "item" | "scale"> {
  name: string;
  lines: readonly string[];
}

/** Everything that there is to say of the row. */
function Whole({ item, name, scale, lines }: WholeProps) {
  const { state, remarks, row, waits } = item;
  const compared = comparison(item, scale);
  const other = otherName(item.name, name);
  return (
    <div className="grid max-w-text grid-cols-1 gap-1.5 text-sm">
      <p className="text-muted">
        Row {formatCount(row)}
        {other && ` · In the file: ${other}`}
      </p>
      {compared && <Difference {...compared} />}
      {compared && state === "unresolved" && !waits && <p>{KEPT_UNTIL}</p>}
      {!compared && lines.length > 0 && (
        <ul className="flex flex-wrap gap-x-4">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {state === "unresolved" && foreignSite(item) && (
        <p>
          This server does not know {foreignSite(item)}’s number {item.number} yet.
        </p>
      )}
      {state !== "refused" && remarks.map((remark) => <p key={remark}>{remark}</p>)}
    </div>
  );
}
