import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ListEvent } from "@/api/list";
import { fieldsText } from "@/lib/list/fields";
import { undoEvents } from "@/lib/list/undo";
import { useToast } from "@/lib/toast";
import { refusalOf } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { UndoIcon } from "@/ui/late-icons";

interface Props {
  /** The changes to undo, each of another title. */
  events: readonly ListEvent[];
  uid: string;
  /** The name of the changes for the message that they were undone. */
  of: string;
  /** The name of the changes for those who do not see where the button stands. */
  label: string;
}

/** Undoes changes; that is a change, too, and can be undone. Nothing where there is nothing to undo. */
export function UndoButton({ events, uid, of, label }: Props) {
  const left = events.filter(({ can_undo }) => can_undo).map(({ event }) => event);
  const about = events.length === 1 ? `watchlist ${events[0]?.mal_id}` : "list";
  const { undo, busy } = useUndo(uid, of, about);
  if (left.length === 0) return null;
  return (
    <Button
      variant="outline"
      busy={busy}
      className="max-sm:size-11 max-sm:px-0!"
      aria-label={`Undo: ${label}`}
      onClick={() => busy || undo(left)}
    >
      {!busy && <UndoIcon aria-hidden="true" size={18} />}
      <span className="max-sm:hidden">Undo</span>
    </Button>
  );
}

function useUndo(uid: string, of: string, about: string) {
  const queries = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const undo = async (events: readonly number[]) => {
    setBusy(true);
    try {
      const results = await undoEvents(queries, uid, events);
      const made = results.flatMap(({ event }) => event ?? []);
      const since = results.flatMap(({ changed_since }) => changed_since);
      const refused = results.find(({ error }) => error !== null)?.error;
      const done = made.length === 0 ? "Nothing was left to take back" : "Taken back";
      const more = since.length > 0 ? ` Changed since, and left: ${fieldsText(since)}.` : "";
      toast({
        message: `${of}: ${refused ?? `${done}.`}${more}`,
        about,
        ...(refused && { tone: "failure" }),
        ...(made.length > 0 && { action: { label: "Undo", onAct: () => undo(made) } }),
      });
    } catch (error) {
      toast({ message: refusalOf(error), tone: "failure" });
    }
    setBusy(false);
  };
  return { undo, busy };
}
