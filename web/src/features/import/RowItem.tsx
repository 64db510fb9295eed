import { memo, useState } from "react";
import { Link } from "wouter";
import type { ImportItem, ImportPolicy, RowChoice } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";
import { formatCount } from "@/lib/format";
import type { Scale } from "@/lib/list/scales";
import { displayTitle, otherName } from "@/lib/names";
import { Button } from "@/ui/Button";
import { Poster } from "@/ui/Poster";
import { SettledSelect } from "@/ui/SettledSelect";
import { Coming, Difference } from "./Difference";
import { TitleSearch } from "./TitleSearch";
import { factsText, policies, policyNames, stateNames } from "./texts";

interface Props {
  item: ImportItem;
  scale: Scale;
  choice: RowChoice | undefined;
  /** The title that was chosen for it by hand. */
  chosen: SuggestedTitle | undefined;
  onRow: (row: number, choice: RowChoice, title?: SuggestedTitle) => void;
}

/** A row of the file: which title it is of, and what becomes of it. */
export const RowItem = memo(function RowItem({ item, scale, choice, chosen, onRow }: Props) {
  const [searching, setSearching] = useState(false);
  const title = chosen ?? item.title ?? item.proposal;
  const name = title ? displayTitle(title) : (item.name ?? `Row ${formatCount(item.row)}`);
  const change = (fields: RowChoice) => onRow(item.row, fields);
  return (
    <li
      aria-label={name}
      className={`grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-4 lg:grid-cols-[3rem_minmax(0,4fr)_minmax(0,5fr)_11rem] lg:gap-x-6 xl:grid-cols-[3rem_minmax(0,4fr)_minmax(0,5fr)_20rem] ${item.state === "skipped" ? "*:opacity-70" : ""}`}
    >
      <div className="self-start overflow-hidden rounded-sm">
        {title ? (
          <Poster malId={title.mal_id} src={title.image_url} sizes="48px" />
        ) : (
          <div className="grid aspect-2/3 place-items-center border border-dashed border-line text-lg text-muted">
            ?
          </div>
        )}
      </div>
      <Names item={item} title={title} name={name} />
      <Outcome item={item} scale={scale} />
      <Actions
        item={item}
        name={name}
        choice={choice}
        onChoice={change}
        onSearch={() => setSearching(true)}
      />
      {searching && (
        <TitleSearch
          name={item.name}
          onTitle={(found) => {
            setSearching(false);
            onRow(item.row, { mal_id: found.mal_id }, found);
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </li>
  );
});

type Title = Pick<SuggestedTitle, "mal_id"> & Parameters<typeof displayTitle>[0];

interface NamesProps {
  item: ImportItem;
  title: Title | null;
  name: string;
}

const marks: Partial<Record<ImportItem["state"], string>> = {
  added: "border-good text-good",
  changed: "border-accent text-accent",
  refused: "border-danger text-danger",
};

/** How the title is called here and in the file, and what is to be said of it. */
function Names({ item, title, name }: NamesProps) {
  const other = otherName(item.name, name);
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
        <span
          className={`rounded-full border px-2.5 py-0.5 font-semibold ${marks[item.state] ?? "border-line"}`}
        >
          {stateNames[item.state]}
        </span>
        <span className="tabular-nums">Row {formatCount(item.row)}</span>
      </p>
      <p className="mt-1.5 leading-snug font-semibold">
        {item.state === "proposed" && <span className="font-normal">Is it </span>}
        {title ? (
          <Link href={`/anime/${title.mal_id}`} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
        {item.state === "proposed" && <span className="font-normal">?</span>}
      </p>
      {item.state === "proposed" && item.proposal && (
        <p className="mt-0.5 text-sm text-muted">{factsText(item.proposal)}</p>
      )}
      {title && other && (
        <p className="mt-1 line-clamp-2 text-sm text-muted">In the file: {other}</p>
      )}
    </div>
  );
}

function Outcome({ item, scale }: { item: ImportItem; scale: Scale }) {
  const { state, changes, kept, remarks } = item;
  return (
    <div className="col-span-full grid min-w-0 content-start gap-2 empty:hidden sm:col-span-1 sm:col-start-2 lg:col-start-3">
      {state === "added" && <Coming changes={changes} scale={scale} />}
      {(state === "changed" || state === "equal") && (
        <Difference changes={changes} kept={kept} scale={scale} />
      )}
      {state === "equal" && kept.length === 0 && (
        <p className="text-sm text-muted">Your list says the same.</p>
      )}
      {state === "unresolved" && (
        <p className="text-sm text-muted">Kept until Mitai knows the title, or you choose it.</p>
      )}
      {remarks.map((remark) => (
        <p key={remark} className="text-sm">
          {remark}
        </p>
      ))}
    </div>
  );
}

interface ActionProps {
  item: ImportItem;
  name: string;
  choice: RowChoice | undefined;
  onChoice: (choice: RowChoice) => void;
  onSearch: () => void;
}

const small = "min-h-9! px-2.5! sm:px-3.5!";

/** What can be wished of the row. Nothing can be of one that is not taken, unless that is for its title. */
function Actions({ item, name, choice, onChoice, onSearch }: ActionProps) {
  const { state, proposal } = item;
  const own = choice?.mal_id !== undefined;
  if (state === "refused" && !own) return null;
  const search = state === "unresolved" ? "Choose the title" : "Another title";
  const differs = item.kept.length > 0 || choice?.policy || state === "changed";
  return (
    <div className="col-span-full flex flex-wrap content-start gap-1.5 sm:col-span-1 sm:col-start-2 lg:col-start-4 lg:justify-end">
      {state === "proposed" && proposal && (
        <Button
          variant="outline"
          className={small}
          aria-label={`Yes, it is ${name}`}
          onClick={() => onChoice({ mal_id: proposal.mal_id })}
        >
          Yes, it is
        </Button>
      )}
      {differs && state !== "skipped" && (
        <RowRule name={name} policy={choice?.policy ?? null} onChoice={onChoice} />
      )}
      {state !== "skipped" && (
        <Button
          variant={state === "unresolved" ? "outline" : "quiet"}
          className={small}
          aria-label={`${search}: ${name}`}
          onClick={onSearch}
        >
          {search}
        </Button>
      )}
      {own && (
        <Button
          variant="quiet"
          className={small}
          aria-label={`Not this title: ${name}`}
          onClick={() => onChoice({ mal_id: null })}
        >
          Not this title
        </Button>
      )}
      <Button
        variant={state === "skipped" ? "outline" : "quiet"}
        className={small}
        aria-label={`${state === "skipped" ? "Take it after all" : "Leave out"}: ${name}`}
        onClick={() => onChoice({ skip: state !== "skipped" })}
      >
        {state === "skipped" ? "Take it after all" : "Leave out"}
      </Button>
    </div>
  );
}

interface RuleProps {
  name: string;
  /** Null where the rule for all holds. */
  policy: ImportPolicy | null;
  onChoice: (choice: RowChoice) => void;
}

function RowRule({ name, policy, onChoice }: RuleProps) {
  return (
    <div className="w-32 sm:w-44">
      <SettledSelect
        label={`Rule for ${name}`}
        hidden
        value={policy ?? ""}
        options={[
          { value: "", label: "As for all" },
          ...policies.map((value) => ({ value, label: policyNames[value] })),
        ]}
        onChange={(value) => onChoice({ policy: value === "" ? null : (value as ImportPolicy) })}
      />
    </div>
  );
}
