import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type ImportUndone, importsQuery, type ListImport } from "@/api/imports";
import { formatCount, formatMoment, titleCount } from "@/lib/format";
import { doneText, importPath, stageOf } from "@/lib/imports";
import { Button, buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { UndoImport } from "@/ui/UndoImport";
import { UnchangedTitles } from "./Result";
import { formatName } from "./texts";

/** Number of imports that show at first. */
const SOME = 10;

/** The id of the heading above the imports that wait to be applied. */
export const OPEN_IMPORTS = "open-imports";

/** The files that were brought and wait to be looked through. */
export function OpenImports({ uid }: { uid: string }) {
  const { data = [], error, isFetching, refetch } = useInfiniteQuery(importsQuery(uid));
  const open = data.filter((each) => stageOf(each) === "open");
  // The notice stands for the applied imports, too.
  if (error) return <FailureNotice error={error} onRetry={refetch} retrying={isFetching} />;
  if (open.length === 0) return null;
  return (
    <section>
      <h2 id={OPEN_IMPORTS} tabIndex={-1} className="scroll-mt-24 text-lg outline-none">
        To look through
      </h2>
      <p className="mt-1 text-sm text-muted">
        Not applied yet; forgotten a day after it was brought.
      </p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {open.map((each) => (
          <One key={each.id} uid={uid} of={each} />
        ))}
      </ul>
    </section>
  );
}

/** The imports that were applied. */
export function MadeImports({ uid }: { uid: string }) {
  const {
    data = [],
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery(importsQuery(uid));
  const [all, setAll] = useState(false);
  const made = data.filter((each) => stageOf(each) !== "open");
  if (made.length === 0) return null;
  return (
    <section>
      <h2 className="text-lg">Imports made before</h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {made.slice(0, all ? made.length : SOME).map((each) => (
          <One key={each.id} uid={uid} of={each} />
        ))}
      </ul>
      {!all && made.length > SOME && (
        <Button variant="outline" className="mt-4" onClick={() => setAll(true)}>
          {hasNextPage ? "Show more" : `Show all ${formatCount(made.length)}`}
        </Button>
      )}
      {(all || made.length <= SOME) && hasNextPage && (
        <Button
          variant="outline"
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older ones
        </Button>
      )}
    </section>
  );
}

function One({ uid, of }: { uid: string; of: ListImport }) {
  const [undone, setUndone] = useState<ImportUndone | null>(null);
  const { id, name, format, rows, created_at, applied_at, applied, undone_at } = of;
  const stage = undone ? "undone" : stageOf(of);
  return (
    <li className="grid grid-cols-1 gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <Link
            href={importPath(id)}
            className="font-semibold break-all underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            <span>{formatName(format)}</span>
            <span>
              {stage === "open"
                ? `${formatCount(rows)} ${rows === 1 ? "row" : "rows"}`
                : applied && doneText(applied)}
            </span>
            <span>{formatMoment(applied_at ?? created_at)}</span>
          </p>
          {stage === "undone" && (
            <p role="status" className="mt-1 text-sm">
              {undone
                ? `Undone: ${titleCount(undone.restored)} as before.`
                : `Undone on ${formatMoment(undone_at ?? created_at)}.`}{" "}
              <Link href={importPath(id)} className="text-accent underline underline-offset-4">
                What it left
              </Link>
            </p>
          )}
        </div>
        {stage === "open" && (
          <Link
            href={importPath(id)}
            aria-label={`Look through ${name}`}
            className={buttonClass("primary")}
          >
            Look through
          </Link>
        )}
        {stage === "applied" && <UndoImport uid={uid} import={of} onUndone={setUndone} />}
      </div>
      {undone && <UnchangedTitles heading="Changed since, and left" titles={undone.left} />}
    </li>
  );
}
