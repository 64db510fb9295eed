import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "@/api/client";
import {
  type ImportUndone,
  importQuery,
  importsQuery,
  type ListImport,
  undoOutcomeQuery,
  unresolvedQuery,
} from "@/api/imports";
import { listQuery } from "@/api/list";
import { useWrite } from "@/api/write";
import { refusalOf } from "@/messages/errors";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { FormMessage } from "./FormMessage";
import { UndoIcon } from "./late-icons";

interface Props {
  uid: string;
  import: ListImport;
  onUndone: (undone: ImportUndone) => void;
}

/** Undoes an import as a whole, once its user has read what that does. */
export function UndoImport({ uid, import: { id, name }, onUndone }: Props) {
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const undo = useWrite(
    () => send("POST", "/api/v1/me/imports/{id}/undo", undefined, { id }),
    (undone) => {
      void queries.invalidateQueries(importsQuery(uid));
      void queries.invalidateQueries(unresolvedQuery(uid));
      void queries.invalidateQueries(listQuery(uid));
      void queries.invalidateQueries(importQuery(uid, id));
      void queries.invalidateQueries(undoOutcomeQuery(uid, id));
      onUndone(undone);
    },
  );
  return (
    <>
      <Button
        variant="outline"
        busy={undo.isPending}
        aria-label={`Undo this import: ${name}`}
        onClick={() => undo.isPending || setConfirming(true)}
      >
        {!undo.isPending && <UndoIcon aria-hidden="true" size={18} />}
        Undo this import
      </Button>
      {undo.error && (
        <div className="basis-full">
          <FormMessage text={refusalOf(undo.error)} />
        </div>
      )}
      {confirming && (
        <Dialog title="Undo this import?" onClose={() => setConfirming(false)}>
          <p>
            All that “{name}” brought is taken back, and what it changed is as before. What you have
            changed since stays, and is named. What it kept without a title is forgotten.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              Not now
            </Button>
            <Button
              onClick={() => {
                setConfirming(false);
                undo.mutate(undefined);
              }}
            >
              Undo it
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
