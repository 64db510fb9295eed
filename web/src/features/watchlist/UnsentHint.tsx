import { usePendingChanges } from "@/lib/record/outbox";
import { useWaiting } from "@/lib/record/waiting";
import { useSession } from "@/lib/session";

/** Says, while changes of the user wait, that they are not lost. */
export function UnsentHint() {
  const pending = usePendingChanges(useSession().user?.uid ?? null);
  const unsent = pending.filter(({ version }) => version === undefined).length;
  const waiting = useWaiting();
  if (waiting === null || unsent === 0) return null;
  const changes = unsent === 1 ? "Your change is" : `Your ${unsent} changes are`;
  const failing =
    unsent === 1 ? "a change of yours. It is" : `${unsent} changes of yours. They are`;
  return (
    <p className="rounded-full bg-raised px-4 py-1.5 text-center text-xs text-muted shadow-raised">
      {waiting === "unreachable"
        ? `We cannot reach the server. ${changes} kept and sent later.`
        : `The server has trouble with ${failing} kept and sent again.`}
    </p>
  );
}
