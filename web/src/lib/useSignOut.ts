import { send } from "@/api/client";
import { countUnsaved, sendPending } from "./library/unsent";
import { useSession } from "./session";
import { useSessionChange } from "./session-change";
import { useConfirmSession } from "./useConfirmSession";

/** Time for which signing out waits for changes that are on their way, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Why somebody is still signed in: changes of so many titles would be lost. */
export class UnsavedChanges extends Error {
  readonly titles: number;
  constructor(titles: number) {
    super("The server has not taken some changes.");
    this.titles = titles;
  }
}

/**
 * Signs out, in every tab. Fails, and leaves everything as it is, when the server cannot be asked, and with
 * {@link UnsavedChanges} unless these are to be lost.
 */
export function useSignOut(): (how: { losing: boolean }) => Promise<void> {
  const uid = useSession().user?.uid ?? null;
  const { signedOut } = useSessionChange();
  const confirm = useConfirmSession();
  return async ({ losing }) => {
    if (uid === null) return;
    await confirm(uid);
    if (!losing) await sendPending(uid, TIMEOUT_MS);
    const unsaved = losing ? 0 : countUnsaved(uid);
    if (unsaved > 0) throw new UnsavedChanges(unsaved);
    await send("POST", "/api/v1/auth/logout", undefined);
    signedOut(uid);
  };
}
