import type { ReactNode } from "react";
import { failedRequest, failureCode } from "@/api/errors";
import { errorMessages } from "@/messages/errors";
import { Button } from "./Button";
import { RetryIcon } from "./icons";

interface NoticeProps {
  tone: "failure" | "info";
  children: ReactNode;
}

const tones = {
  failure: "border-danger/50 bg-danger-bg text-text",
  info: "border-line bg-surface text-text",
};

/** A message in a box. Failures are announced at once, the rest when the reader is idle. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div
      role={tone === "failure" ? "alert" : "status"}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border px-4 py-3 ${tones[tone]}`}
    >
      {children}
    </div>
  );
}

interface FailureNoticeProps {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/** What stands above a region whose data could not be had, offline included. */
export function FailureNotice({ error, onRetry, retrying = false }: FailureNoticeProps) {
  const request = failedRequest(error);
  return (
    <Notice tone="failure">
      <p className="min-w-0 flex-1 basis-56">
        {errorMessages[failureCode(error)]}
        {request && <small className="block text-xs text-muted">Request {request}</small>}
      </p>
      <Button variant="outline" onClick={onRetry} disabled={retrying}>
        <RetryIcon size={18} className={retrying ? "animate-spin" : ""} />
        Retry
      </Button>
    </Notice>
  );
}
