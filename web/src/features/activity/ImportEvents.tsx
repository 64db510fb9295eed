import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type ImportUndone, importsQuery, type ListImport } from "@/api/imports";
import { importActivityQuery, type ListEvent, type Preferences } from "@/api/list";
import { formatMoment, titleCount } from "@/lib/format";
import { doneText, importPath, stageOf } from "@/lib/imports";
import { Button } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { ImportIcon, UndoIcon } from "@/ui/late-icons";
import { Spinner } from "@/ui/Spinner";
import { UndoImport } from "@/ui/UndoImport";
import { Event, Where } from "./Event";

interface Props {
  /** The last of those that were written at once. */
  event: ListEvent;
  uid: string;
  preferences: Preferences;
}

/** The import that all changes written with an event are of, and whether they took it back; null for any other event. */
export function importOf({ undone_import, cause, import: number }: ListEvent) {
  if (undone_import !== null) return { id: undone_import, undone: true };
  return cause === "import" && number !== null ? { id: Number(number), undone: false } : null;
}

/** What an import has changed, or taking it back has: one entry, which unfolds. */
export function ImportEvents({ event, uid, preferences }: Props) {
  const { data, error } = useQuery(importsQuery(uid));
  const of = importOf(event);
  const found = data?.find(({ id }) => id === of?.id);
  if (!of || (!data && !error)) return null;
  // A title that was found later came by itself.
  const isWhole = of.undone || (found?.applied_at && sameTime(found.applied_at, event.at));
  if (!found || !isWhole) return <Event event={event} uid={uid} preferences={preferences} />;
  return <Whole event={event} uid={uid} preferences={preferences} of={found} undone={of.undone} />;
}

const sameTime = (one: string, other: string) => Date.parse(one) === Date.parse(other);

interface WholeProps extends Props {
  of: ListImport;
  undone: boolean;
}

function Whole({ event, uid, preferences, of, undone }: WholeProps) {
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState<ImportUndone | null>(null);
  const Icon = undone ? UndoIcon : ImportIcon;
  const done = of.applied && doneText(of.applied);
  return (
    <li aria-label={`${undone ? "Undo of the import" : "Import"} of ${of.name}`} className="py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-md bg-raised">
          <Icon aria-hidden="true" size={22} />
        </span>
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold">
            {undone ? "Import undone: " : "Import of "}
            <Link href={importPath(of.id)} className="underline-offset-4 hover:underline">
              {of.name}
            </Link>
            {!undone && done && `: ${done}`}
          </p>
          {result && (
            <p role="status" className="text-sm">
              Undone: {titleCount(result.restored)} as before
              {result.left.length > 0 &&
                `, ${titleCount(result.left.length)} changed since and left`}
              .
            </p>
          )}
          {!undone && !result && of.undone_at && (
            <p className="text-sm">
              Undone on {formatMoment(of.undone_at)}.{" "}
              <Link href={importPath(of.id)} className="text-accent underline underline-offset-4">
                What it left
              </Link>
            </p>
          )}
          <Where event={{ ...event, cause: "hand", import: null }} preferences={preferences} />
        </div>
        <div className="flex flex-wrap gap-2">
          {!undone && stageOf(of) === "applied" && !result && (
            <UndoImport uid={uid} import={of} onUndone={setResult} />
          )}
          <Button
            variant="outline"
            aria-expanded={open}
            aria-label={`${open ? "Fold" : "Show"} the titles: ${of.name}`}
            onClick={() => setOpen(!open)}
          >
            {open ? "Fold" : "Show titles"}
          </Button>
        </div>
      </div>
      {open && <Titles uid={uid} id={of.id} undone={undone} preferences={preferences} />}
    </li>
  );
}

interface TitlesProps extends Pick<Props, "uid" | "preferences"> {
  id: number;
  undone: boolean;
}

/** Title by title, in parts. */
function Titles({ uid, id, undone, preferences }: TitlesProps) {
  const query = useInfiniteQuery(importActivityQuery(uid, id, undone));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch } = query;
  if (error) return <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />;
  if (!data) return <Spinner text="Loading ..." />;
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-l-2 border-line pl-4">
        {data.pages.flatMap(({ items }) =>
          items.map((each) => (
            <Event key={each.event} event={each} uid={uid} preferences={preferences} />
          )),
        )}
      </ul>
      {hasNextPage && (
        <Button
          variant="outline"
          className="mt-3 ml-4"
          busy={isFetchingNextPage}
          onClick={() => isFetchingNextPage || query.fetchNextPage()}
        >
          Show more of this import
        </Button>
      )}
    </>
  );
}
