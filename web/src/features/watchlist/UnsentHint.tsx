import { useQueryClient } from "@tanstack/react-query";
import { libraryQuery } from "@/api/query";
import { useDeliveryStatus } from "@/lib/library/delivery-status";
import { usePendingEdits } from "@/lib/library/edits";
import { usePendingChanges } from "@/lib/library/outbox";
import { countUnsent } from "@/lib/library/view";
import { useConfirmedUid, useSession } from "@/lib/session";

/** Says, while changes of the user wait to be sent, that they are not lost. */
export default function UnsentHint() {
  const uid = useSession().user?.uid ?? null;
  const pending = usePendingChanges(uid);
  const queries = useQueryClient();
  const library = queries.getQueryData(libraryQuery(uid ?? "").queryKey);
  const unsent = countUnsent(library, pending, usePendingEdits(uid));
  // Until the server has said who is signed in, nothing is sent.
  const unconfirmed = useConfirmedUid() === null ? "unreachable" : null;
  const waiting = useDeliveryStatus() ?? unconfirmed;
  if (waiting === null || unsent === 0) return null;
  const changes = unsent === 1 ? "Your change is" : `Your ${unsent} changes are`;
  const failing =
    unsent === 1 ? "a change of yours. It is" : `${unsent} changes of yours. They are`;
  return (
    <p className="rounded-md border border-accent bg-raised px-4 py-2.5 text-center text-sm font-medium text-text shadow-raised">
      {waiting === "unreachable"
        ? `We cannot reach the server. ${changes} kept and sent later.`
        : `The server has trouble with ${failing} kept and sent again.`}
    </p>
  );
}
