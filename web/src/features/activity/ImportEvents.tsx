import { useState } from "react";
import { Link } from "wouter";
import { type ImportUndone, type ListImport, useImport } from "@/api/imports";
import { importActivityQuery, type ListEvent, type Preferences } from "@/api/list";
import { formatMoment, titleCount } from "@/lib/format";
import { doneText, importPath, stageOf } from "@/lib/imports";
import { ImportIcon, UndoIcon } from "@/ui/late-icons";
import { UndoImport } from "@/ui/UndoImport";
import { BulkEvent } from "./BulkEvent";
import { Event } from "./Event";

interface Props {
  /** The last of the changes that were written at once. */
  event: ListEvent;
  uid: string;
  preferences: Preferences;
}

/** The import that all changes written with an event are of, and whether they took it back; null for any other event. */
export function importOf({ undone_import, cause, import: number }: ListEvent) {
  if (undone_import !== null) return { id: undone_import, undone: true };
  return cause === "import" && number !== null ? { id: Number(number), undone: false } : null;
}

/** The changes of an import or its undo: one entry, which expands. */
export function ImportEvents({ event, uid, preferences }: Props) {
  const of = importOf(event);
  return of && <OfImport event={event} uid={uid} preferences={preferences} {...of} />;
}

function OfImport({
  event,
  uid,
  preferences,
  id,
  undone,
}: Props & { id: number; undone: boolean }) {
  const { found, known } = useImport(uid, id);
  if (!known) return null;
  // A title that was resolved later is a change of its own.
  const isWhole =
    undone || event.together > 1 || (found?.applied_at && sameTime(found.applied_at, event.at));
  const common = { event, uid, preferences };
  if (!isWhole) return <Event {...common} />;
  return <WholeImport {...common} id={id} undone={undone} of={found} />;
}

const sameTime = (one: string, other: string) => Date.parse(one) === Date.parse(other);

interface WholeProps extends Props {
  id: number;
  undone: boolean;
  /** The import; undefined if it cannot be fetched. */
  of: ListImport | undefined;
}

function WholeImport({ event, uid, preferences, id, undone, of }: WholeProps) {
  const [result, setResult] = useState<ImportUndone | null>(null);
  const name = of?.name ?? `file ${id}`;
  return (
    <BulkEvent
      uid={uid}
      preferences={preferences}
      event={event}
      icon={undone ? UndoIcon : ImportIcon}
      label={`${undone ? "Undo of the import" : "Import"} of ${name}`}
      of={name}
      titles={importActivityQuery(uid, id, undone)}
      actions={
        of &&
        !undone &&
        stageOf(of) === "applied" &&
        !result && <UndoImport uid={uid} import={of} onUndone={setResult} />
      }
    >
      <p className="font-semibold">
        {undone ? "Import undone: " : "Import of "}
        <Link href={importPath(id)} className="underline-offset-4 hover:underline">
          {name}
        </Link>
        {undone
          ? ` (${titleCount(event.together)})`
          : `: ${of?.applied ? doneText(of.applied) : titleCount(event.together)}`}
      </p>
      {result && (
        <p role="status" className="text-sm">
          Undone: {titleCount(result.restored)} as before
          {result.left.length > 0 && `, ${titleCount(result.left.length)} changed since and left`}.
        </p>
      )}
      {!undone && !result && of?.undone_at && (
        <p className="text-sm">
          Undone on {formatMoment(of.undone_at)}.{" "}
          <Link href={importPath(id)} className="text-accent underline underline-offset-4">
            What it left
          </Link>
        </p>
      )}
    </BulkEvent>
  );
}
