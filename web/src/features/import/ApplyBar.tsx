import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { send } from "@/api/client";
import { failureCode, isNotFound } from "@/api/errors";
import {
  type Choices,
  type ImportApplied,
  type ImportPreview,
  importsQuery,
  unresolvedQuery,
} from "@/api/imports";
import { listQuery } from "@/api/list";
import { useWrite } from "@/api/write";
import { dropImportDraft } from "@/lib/import-draft";
import { refusalOf } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FailureNotice } from "@/ui/FailureNotice";
import { FormMessage } from "@/ui/FormMessage";
import { applyText, nothingText } from "./texts";

interface Props {
  uid: string;
  preview: ImportPreview;
  choices: Choices;
  /** Whether the preview was made with the current choices. */
  settled: boolean;
  onApplied: (applied: ImportApplied) => void;
  /** Checks whether the import was applied, or ended elsewhere; returns whether it is gone. */
  onRefused: (isGone: boolean) => void;
  /** Why the outcome of the import could not be fetched, and the way to retry; null if it could. */
  lookUpFailure: ComponentProps<typeof FailureNotice> | null;
  onForgotten: () => void;
}

/** The Apply button, with the effects of applying. It stays in view if there is room. */
export function ApplyBar({ uid, preview, choices, settled, lookUpFailure, ...ends }: Props) {
  const { apply, forget } = useEnds(uid, preview, choices, ends);
  const [leaving, setLeaving] = useState(false);
  const { added, changed } = preview.counts;
  const text = applyText(preview);
  const onError = (error: unknown) => ends.onRefused(isNotFound(error));
  const busy = apply.isPending || forget.isPending;
  const failure = apply.error ?? forget.error;
  // The page says more about a deleted import.
  const error = isNotFound(failure) ? null : failure;
  // Where both failed for the same reason, one says so, and who presses the button again looks again, too.
  const isSaid = error && failureCode(error) === failureCode(lookUpFailure?.error);
  return (
    <div className="apply-bar z-20 mt-8 -mx-1.5 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line px-1.5 py-3 roomy:sticky roomy:bottom-0 roomy:max-h-[55vh] roomy:scroll-py-3 roomy:overflow-y-auto roomy:bg-bg/95 roomy:backdrop-blur-md">
      <FormMessage text={error && refusalOf(error)} />
      {lookUpFailure && !isSaid && <FailureNotice {...lookUpFailure} />}
      <div className="flex flex-wrap items-center gap-3">
        {text === null ? (
          <p role="status" className="min-w-0 flex-1 basis-60 text-sm max-sm:sr-only">
            {/* Of an empty file there is nothing else in sight than what says so */}
            {preview.rows > 0 && nothingText(preview)}
          </p>
        ) : (
          <p role="status" className="min-w-0 flex-1 text-sm text-muted max-sm:sr-only">
            {apply.isPending
              ? "Writing to your list …"
              : "Nothing is written yet. You can undo it at any time."}
          </p>
        )}
        <Button
          variant="quiet"
          className="shrink-0"
          disabled={busy}
          onClick={() => setLeaving(true)}
        >
          Forget it
        </Button>
        {text !== null && (
          <Button
            // Where titles wait to be confirmed, that comes first.
            variant={added + changed > 0 ? "primary" : "outline"}
            className="min-w-0 grow basis-40 text-balance sm:grow-0 sm:basis-auto"
            busy={busy || !settled}
            onClick={() => busy || !settled || apply.mutate(undefined, { onError })}
          >
            {text}
          </Button>
        )}
      </div>
      {leaving && (
        <Dialog title="Forget this import?" onClose={() => setLeaving(false)}>
          <p>Your list stays as it is. To see this preview again, bring the file again.</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={() => setLeaving(false)}>
              Not now
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setLeaving(false);
                forget.mutate(undefined, { onError });
              }}
            >
              Forget it
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** The two ways in which a preview ends. */
function useEnds(
  uid: string,
  preview: ImportPreview,
  choices: Choices,
  { onApplied, onForgotten }: Pick<Props, "onApplied" | "onForgotten">,
) {
  const queries = useQueryClient();
  const { id } = preview;
  const ended = () => {
    dropImportDraft(uid, id);
    void queries.invalidateQueries(importsQuery(uid));
  };
  const apply = useWrite(
    () => {
      const form = { ...choices, version: preview.version };
      return send("POST", "/api/v1/me/imports/{id}/apply", form, { id });
    },
    (applied) => {
      ended();
      void queries.invalidateQueries(unresolvedQuery(uid));
      void queries.invalidateQueries(listQuery(uid));
      onApplied(applied);
    },
  );
  const forget = useWrite(
    () => send("DELETE", "/api/v1/me/imports/{id}", undefined, { id }),
    () => {
      ended();
      onForgotten();
    },
  );
  return { apply, forget };
}
