import { useEffect } from "react";
import type { Entry } from "@/api/types";
import { useListChange } from "@/lib/library/useLibrary";
import { displayTitle } from "@/lib/names";
import { useConfirmedUid } from "@/lib/session";
import { useToast } from "@/lib/toast";

/** The title that a visitor wanted to add when they were asked to log in: one, and in this tab only. */
const KEY = "mitai:pending-add";

interface PendingAdd {
  malId: number;
  /** The known facts of the title; null if they are too few. */
  entry: Entry | null;
}

export function savePendingAdd(malId: number, entry: Entry | null) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ malId, entry } satisfies PendingAdd));
  } catch {
    // Where storage is off, one has to press the button again after signing in.
  }
}

/** Returns the title that the visitor wanted to add, and forgets it. */
function takePendingAdd(): PendingAdd | null {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return JSON.parse(stored ?? "null") as PendingAdd | null;
  } catch {
    return null;
  }
}

/** Carries the add out after signing in, however that came about. For the app, once. */
export function usePendingAdd() {
  const uid = useConfirmedUid();
  const { add } = useListChange();
  const toast = useToast();
  useEffect(() => {
    if (uid === null) return;
    const pending = takePendingAdd();
    if (!pending?.malId) return;
    const { malId, entry } = pending;
    add("watchlist", malId, entry);
    const title = entry ? `“${displayTitle(entry)}”` : "the title";
    toast({ message: `You are logged in, and ${title} is on your watchlist.` });
  }, [uid, add, toast]);
}
