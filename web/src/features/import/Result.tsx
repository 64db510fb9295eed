import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import {
  type ImportApplied,
  type ImportCounts,
  type ImportPreview,
  type ImportUndone,
  type UnchangedTitle,
  type UndoOutcome,
  undoOutcomeQuery,
} from "@/api/imports";
import { formatCount, formatMoment, titleCount } from "@/lib/format";
import { doneText, waitingRows } from "@/lib/imports";
import { displayTitle } from "@/lib/names";
import { Button, buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { UndoImport } from "@/ui/UndoImport";
import { restText } from "./texts";

interface Props {
  uid: string;
  import: ImportPreview;
  /** The result of applying the import just now; null if it was applied before. */
  outcome: ImportApplied | null;
  /** Whether the import was applied elsewhere while its preview was open here. */
  elsewhere: boolean;
}

/** An import that was applied: what it did, what was left, and the way back. */
export function Result({ uid, import: applied, outcome, elsewhere }: Props) {
  const [undone, setUndone] = useState<ImportUndone | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const now = undone ?? outcome ?? elsewhere;
  // The focus moves to the result of a pressed button.
  useEffect(() => {
    if (now) heading.current?.focus();
  }, [now]);
  const isUndone = undone !== null || applied.undone_at !== null;
  const outcomeQuery = useQuery({ ...undoOutcomeQuery(uid, applied.id), enabled: isUndone });
  const result = outcomeQuery.data ?? (undone && { restored: undone.restored, items: undone.left });
  const counts = outcome?.counts ?? applied.applied;
  return (
    <div className="grid grid-cols-1 gap-8">
      <section className="rounded-lg border border-line bg-surface p-6 sm:p-8">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {isUndone ? "This import is undone" : (counts && doneText(counts)) || "Applied"}
        </h2>
        {isUndone && (
          <p role="status" className="mt-2 max-w-text text-muted">
            {!undone &&
              `It was undone on ${formatMoment(applied.undone_at ?? applied.created_at)}. `}
            {result && undoneText(result)}
            {counts && discardedText(counts)}
          </p>
        )}
        {!isUndone && elsewhere && (
          <p className="mt-2 max-w-text">
            It is applied already, perhaps in another tab or on another device. It counts once, as
            it was chosen there.
          </p>
        )}
        {!isUndone && counts && <Rest counts={counts} refusedListed={outcome !== null} />}
        <div className="mt-6 flex flex-wrap gap-3">
          <Link href="/watchlist" className={buttonClass()}>
            To your list
          </Link>
          {!isUndone && <UndoImport uid={uid} import={applied} onUndone={setUndone} />}
          <Link href="/import" className={buttonClass("quiet")}>
            Bring another file
          </Link>
        </div>
      </section>
      {isUndone && outcomeQuery.error && (
        <FailureNotice
          error={outcomeQuery.error}
          onRetry={() => outcomeQuery.refetch()}
          retrying={outcomeQuery.isFetching}
        />
      )}
      {isUndone && (
        <UnchangedTitles heading="Changed since, and left" titles={result?.items ?? []} />
      )}
      {!isUndone && (
        <UnchangedTitles
          heading="Stayed as they are"
          // A server of the version before names none afterwards
          titles={outcome?.left ?? applied.left ?? []}
          count={outcome?.left.length ?? applied.left_count}
        />
      )}
      {!isUndone && outcome && <RefusedRows rows={outcome.refused} />}
    </div>
  );
}

function undoneText({ restored, items: left }: UndoOutcome): string {
  if (restored === 0 && left.length === 0) return "It had changed no title.";
  const back = `${titleCount(restored)} ${restored === 1 ? "is" : "are"} as before the import.`;
  if (left.length === 0) return back;
  return `${back} ${titleCount(left.length)} ${left.length === 1 ? "was" : "were"} changed since, and ${left.length === 1 ? "stays" : "stay"}.`;
}

/** Says what undoing means for the entries that the import keeps without a title. */
function discardedText(counts: ImportCounts): string {
  const waiting = waitingRows(counts);
  if (waiting === 0) return "";
  return ` ${waiting === 1 ? "The entry" : `The ${formatCount(waiting)} entries`} that it kept without a title ${waiting === 1 ? "is" : "are"} forgotten, too.`;
}

const linkClass =
  "inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline";

interface RestProps {
  counts: ImportCounts;
  /** Whether the rows that were not taken are named below. */
  refusedListed: boolean;
}

/** The numbers of the other rows, and where there is more about them. */
function Rest({ counts, refusedListed }: RestProps) {
  const waiting = waitingRows(counts);
  const gone = counts.kept + counts.equal + counts.skipped + (refusedListed ? 0 : counts.refused);
  return (
    <>
      <p className="mt-2 max-w-text text-muted">
        {restText(counts)}
        {gone > 0 &&
          " Rows that changed nothing are not kept: to look at them, bring the file again."}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        {counts.added + counts.changed > 0 && (
          <Link href="/activity" className={linkClass}>
            Look at what it changed
          </Link>
        )}
        {waiting > 0 && (
          <Link href="/import#unresolved" className={linkClass}>
            Look at {waiting === 1 ? "the entry" : "the entries"} without a title
          </Link>
        )}
      </p>
    </>
  );
}

interface LeftProps {
  heading: string;
  titles: readonly UnchangedTitle[];
  /** Number of the titles, where not all of them are named. */
  count?: number;
}

/** Titles that stayed as they are, and why. */
export function UnchangedTitles({ heading, titles, count = titles.length }: LeftProps) {
  if (titles.length === 0) return null;
  const more = count - titles.length;
  return (
    <section>
      <h2 className="text-lg">
        {heading} <span className="text-sm text-muted tabular-nums">{formatCount(count)}</span>
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {titles.map((left) => (
          <li key={left.mal_id} className="py-3">
            <TitleLink
              malId={left.mal_id}
              name={left.title === null ? `Title ${left.mal_id}` : displayTitle(left)}
            />
            <p className="text-sm text-muted">{left.reason}</p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-muted">And {formatCount(more)} more.</p>}
    </section>
  );
}

function TitleLink({ malId, name }: { malId: number; name: string }) {
  return (
    <Link href={`/anime/${malId}`} className="font-semibold underline-offset-4 hover:underline">
      {name}
    </Link>
  );
}

/** Number of rows that are named at first, and of those that each press adds. */
const SOME = 100;

function RefusedRows({ rows }: { rows: ImportApplied["refused"] }) {
  const [limit, setLimit] = useState(SOME);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="text-lg">
        Not taken{" "}
        <span className="text-sm text-muted tabular-nums">{formatCount(rows.length)}</span>
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {rows.slice(0, limit).map(({ row, title, name, remarks }) => (
          <li key={row} className="py-3">
            {title ? (
              <TitleLink malId={title.mal_id} name={displayTitle(title)} />
            ) : (
              <p className="line-clamp-3 font-semibold break-words">{name ?? "Without a name"}</p>
            )}
            <p className="text-sm text-muted">
              Row {formatCount(row)}: {remarks.join(" ")}
            </p>
          </li>
        ))}
      </ul>
      {rows.length > limit && (
        <Button variant="outline" className="mt-4" onClick={() => setLimit(limit + SOME)}>
          Show more
        </Button>
      )}
    </section>
  );
}
