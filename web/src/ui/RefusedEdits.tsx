import { useState } from "react";
import { Link } from "wouter";
import { formatCount } from "@/lib/format";
import { addEdits, dropEdits, usePendingEdits } from "@/lib/library/edits";
import { editTexts } from "@/lib/list/edit-texts";
import type { PendingEdit } from "@/lib/list/pending";
import { usePreferences } from "@/lib/list/preferences";
import { displayTitle } from "@/lib/names";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";

interface Props {
  uid: string;
  /** The title whose refused edits show; absent for those of all titles. */
  malId?: number;
  /** Called to go on with notes that were not saved. */
  onNotes?: (draft: { id: string; notes: string }) => void;
}

/** Number of refused edits that show at first. */
const SOME = 3;

/** The user's edits that the server refused, with reasons: nothing typed is lost. */
export function RefusedEdits({ uid, malId, onNotes }: Props) {
  const [limit, setLimit] = useState(SOME);
  const refused = usePendingEdits(uid).filter(
    (edit) => edit.refused !== undefined && (malId === undefined || edit.malId === malId),
  );
  const more = refused.length - limit;
  if (refused.length === 0) return null;
  return (
    <div className="grid gap-3">
      {refused.slice(0, limit).map((pending) => (
        <One
          key={pending.id}
          uid={uid}
          pending={pending}
          named={malId === undefined}
          {...(onNotes && { onNotes })}
        />
      ))}
      {more > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => setLimit(refused.length)}>
            Show {formatCount(more)} more that {more === 1 ? "was" : "were"} not saved
          </Button>
          <Button
            variant="quiet"
            onClick={() =>
              dropEdits(
                uid,
                refused.map(({ id }) => id),
              )
            }
          >
            Discard all {formatCount(refused.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

interface OneProps extends Pick<Props, "uid" | "onNotes"> {
  pending: PendingEdit;
  /** Whether the edit names its title. */
  named: boolean;
}

function One({ uid, pending, named, onNotes }: OneProps) {
  const { id, malId, edit, item, refused } = pending;
  const scale = usePreferences().score_scale;
  const texts = editTexts(edit, scale);
  const notes = edit?.notes;
  const discard = () => dropEdits(uid, [id]);
  const again = () => {
    addEdits(uid, [{ malId, edit, item, baseVersion: null }]);
    discard();
  };
  return (
    <Notice tone="failure">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          {named ? "A change of " : "A change of yours was not saved. "}
          {named && (
            <Link href={`/anime/${malId}`} className="font-semibold underline underline-offset-4">
              {item ? displayTitle(item) : "a title"}
            </Link>
          )}
          {named && " was not saved. "}
          {refused}
        </p>
        {texts.length > 0 && <p className="mt-1 text-sm text-muted">{texts.join(" · ")}</p>}
        {notes && (
          <pre className="mt-2 max-h-40 overflow-auto rounded-sm border border-line bg-bg p-3 font-sans text-sm whitespace-pre-wrap">
            {notes}
          </pre>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {notes && onNotes && (
          <Button
            variant="outline"
            onClick={() => {
              discard();
              onNotes({ id, notes });
            }}
          >
            Change the notes
          </Button>
        )}
        <Button variant="outline" onClick={again}>
          Try again
        </Button>
        <Button variant="quiet" onClick={discard}>
          Discard
        </Button>
      </div>
    </Notice>
  );
}
