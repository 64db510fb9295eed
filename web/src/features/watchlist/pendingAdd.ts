import { useEffect } from "react";
import { useListChange } from "@/lib/record/useRecord";
import { useSession } from "@/lib/session";
import { useToast } from "@/ui/toast";

/** The title that a visitor wanted to add when they were asked to log in: one, and in this tab only. */
const KEY = "mitai:pending-add";

export function keepPendingAdd(malId: number) {
  try {
    sessionStorage.setItem(KEY, String(malId));
  } catch {
    // Where storage is off, one has to press the button again after signing in.
  }
}

/** The title, once. */
function takePendingAdd(): number | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return Number(kept) || null;
  } catch {
    return null;
  }
}

/** Carries the add out after signing in, however that came about. For the app, once. */
export function usePendingAdd() {
  const { status } = useSession();
  const { add } = useListChange();
  const toast = useToast();
  useEffect(() => {
    if (status !== "signed-in") return;
    const malId = takePendingAdd();
    if (malId === null) return;
    add("watchlist", malId);
    toast({ message: "You are logged in, and the title is on your watchlist." });
  }, [status, add, toast]);
}
