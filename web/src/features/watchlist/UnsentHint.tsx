import { usePendingChanges } from "@/lib/record/outbox";
import { useWaiting } from "@/lib/record/waiting";
import { useSession } from "@/lib/session";

/** Says, while the server cannot be reached, that what the user changed is not lost. */
export function UnsentHint() {
  const pending = usePendingChanges(useSession().user?.uid ?? null);
  const unsent = pending.filter(({ version }) => version === undefined).length;
  const waiting = useWaiting();
  if (!waiting || unsent === 0) return null;
  return (
    <p className="rounded-full bg-raised px-4 py-1.5 text-center text-xs text-muted shadow-raised">
      We cannot reach the server. {unsent === 1 ? "Your change is" : `Your ${unsent} changes are`}{" "}
      kept and sent later.
    </p>
  );
}
