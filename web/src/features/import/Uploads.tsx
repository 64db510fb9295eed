import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import { RetryIcon } from "@/ui/late-icons";
import { ColumnsForm } from "./ColumnsForm";
import { OPEN_IMPORTS } from "./Imports";
import type { Upload, useUploads } from "./useUploads";

type Props = Pick<ReturnType<typeof useUploads>, "uploads" | "again" | "withColumns" | "leave">;

/** The files on their way, and those that could not be read. */
export function Uploads({ uploads, again, withColumns, leave }: Props) {
  const actions = { again, withColumns, leave };
  return (
    <>
      <p role="status" className="sr-only">
        {uploads.map(said).join(" ")}
      </p>
      {uploads.length > 0 && (
        <ul aria-label="Files on their way" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {uploads.map((upload) => (
            <One key={upload.key} upload={upload} {...actions} />
          ))}
        </ul>
      )}
    </>
  );
}

/** What screen readers announce of an upload: not every step of the progress bar. */
function said({ file, step }: Upload): string {
  if (step.kind === "sending") return `${file.name}: ${step.part < 1 ? "sending" : "reading"}.`;
  if (step.kind === "waiting") return "";
  return step.kind === "columns" ? `${file.name}: please say what its columns are.` : "";
}

type OneProps = Omit<Props, "uploads"> & { upload: Upload };

function One({ upload, again, withColumns, leave }: OneProps) {
  const { key, file, step, again: isAgain } = upload;
  const failed = step.kind === "failed";
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border p-4 sm:px-5 ${failed ? "border-danger/50 bg-danger-bg" : "border-line bg-surface"}`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-16 line-clamp-2 font-semibold [overflow-wrap:anywhere]">
          {file.name}
        </p>
        {failed && step.canRetry && (
          <Button variant="outline" onClick={() => again(key)}>
            <RetryIcon aria-hidden="true" size={18} />
            Try again
          </Button>
        )}
        <IconButton
          label={failed ? `Dismiss ${file.name}` : `Stop ${file.name}`}
          onClick={() => leave(key)}
        >
          <CloseIcon aria-hidden="true" size={18} />
        </IconButton>
      </div>
      {isAgain && <p className="text-sm text-muted">You chose it twice. It is read once.</p>}
      {failed && <Failure why={step.why} />}
      {failed && step.isFull && (
        <Link
          href="/import"
          onClick={() =>
            requestAnimationFrame(() => document.getElementById(OPEN_IMPORTS)?.focus())
          }
          className="justify-self-start font-semibold underline underline-offset-4"
        >
          Look at those that wait
        </Link>
      )}
      {step.kind === "waiting" && <p className="text-sm text-muted">Waits for the others.</p>}
      {step.kind === "sending" && <Bar name={file.name} part={step.part} />}
      {step.kind === "columns" && (
        <ColumnsForm
          file={file}
          names={step.names}
          lead="Mitai does not know these columns. Please say what they are; what you leave open is not read."
          onColumns={(_, columns) => withColumns(key, columns)}
        />
      )}
    </li>
  );
}

/** Why a file could not be read. It comes into view with the focus, wherever the file was chosen. */
function Failure({ why }: { why: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    text.current?.focus({ preventScroll: true });
    text.current?.scrollIntoView?.({ block: "center" });
  }, []);
  return (
    <p ref={text} role="alert" tabIndex={-1}>
      {why}
    </p>
  );
}

/** How far a file has come: sent in part, or sent and being read. */
function Bar({ name, part }: { name: string; part: number }) {
  const percent = Math.round(part * 100);
  const reading = part >= 1;
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(reading ? { "aria-valuetext": "Reading" } : { "aria-valuenow": percent })}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={`h-full w-full origin-left rounded-full bg-accent-fill transition-transform ${reading ? "animate-pulse" : ""}`}
          // A part of the bar shows from the first moment on.
          style={{ transform: `scaleX(${Math.max(part, 0.02)})` }}
        />
      </div>
      <p aria-hidden="true" className="text-sm text-muted tabular-nums">
        {reading ? "Reading, and looking for the titles …" : `${percent} % sent`}
      </p>
    </div>
  );
}
