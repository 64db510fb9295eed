import { useRetryFailed } from "@/api/retry";
import { FailureNotice } from "@/ui/FailureNotice";
import { Spinner } from "@/ui/Spinner";

interface Props {
  title: string;
  /** Why the session could not be asked for; null while it is on its way. */
  error: Error | null;
}

/** Shown on account pages until the session is known. */
export function SessionPending({ title, error }: Props) {
  const retry = useRetryFailed();
  return (
    <div className="page min-h-[70vh] py-14">
      <h1 className="text-2xl">{title}</h1>
      <div className="py-6">
        {error ? <FailureNotice error={error} onRetry={retry} /> : <Spinner text="Loading ..." />}
      </div>
    </div>
  );
}
