import { failedRequest, failureCode } from "@/api/errors";
import { errorMessages } from "@/messages/errors";
import { Button } from "./Button";
import { RetryIcon } from "./late-icons";
import { Notice } from "./Notice";

interface Props {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/** What stands above a region whose data could not be had, offline included. */
export function FailureNotice({ error, onRetry, retrying = false }: Props) {
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
