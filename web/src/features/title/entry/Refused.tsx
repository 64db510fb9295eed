import { addEdits, dropEdits, usePendingEdits } from "@/lib/library/edits";
import type { PendingEdit } from "@/lib/list/pending";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";

/** What the server did not take of the user's changes of a title: nothing typed is lost. */
export function Refused({ uid, malId }: { uid: string; malId: number }) {
  const refused = usePendingEdits(uid).filter(
    (edit) => edit.malId === malId && edit.refused !== undefined,
  );
  return refused.map((pending) => <One key={pending.id} uid={uid} pending={pending} />);
}

function One({ uid, pending }: { uid: string; pending: PendingEdit }) {
  const { id, malId, edit, item, refused } = pending;
  const discard = () => dropEdits(uid, [id]);
  const again = () => {
    addEdits(uid, [{ malId, edit, item, baseVersion: null }]);
    discard();
  };
  return (
    <Notice tone="failure">
      <div className="min-w-0 flex-1 basis-56">
        <p>A change of yours was not saved. {refused}</p>
        {edit?.notes && (
          <pre className="mt-2 max-h-40 overflow-auto rounded-sm border border-line bg-bg p-3 font-sans text-sm whitespace-pre-wrap">
            {edit.notes}
          </pre>
        )}
      </div>
      <div className="flex gap-2">
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
