import { send } from "@/api/client";
import { sendPending } from "./record/outbox";
import { useSession, useSessionChange } from "./session";

/** How long signing out waits, in milliseconds, for changes that are on their way. */
const PATIENCE = 2_000;

/** Signs out, in every tab. Fails, and leaves everything as it is, when the server cannot be asked. */
export function useSignOut(): () => Promise<void> {
  const uid = useSession().user?.uid ?? null;
  const { signedOut } = useSessionChange();
  return async () => {
    if (uid === null) return;
    await sendPending(uid, PATIENCE);
    await send("POST", "/api/v1/auth/logout", undefined);
    signedOut(uid);
  };
}
