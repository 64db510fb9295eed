import { send } from "@/api/client";
import { sendPending } from "./library/unsent";
import { useSession } from "./session";
import { useSessionChange } from "./session-change";
import { useConfirm } from "./useConfirm";

/** How long signing out waits for changes that are on their way. */
const TIMEOUT_MS = 2_000;

/** Signs out, in every tab. Fails, and leaves everything as it is, when the server cannot be asked. */
export function useSignOut(): () => Promise<void> {
  const uid = useSession().user?.uid ?? null;
  const { signedOut } = useSessionChange();
  const confirm = useConfirm();
  return async () => {
    if (uid === null) return;
    await confirm(uid);
    await sendPending(uid, TIMEOUT_MS);
    await send("POST", "/api/v1/auth/logout", undefined);
    signedOut(uid);
  };
}
