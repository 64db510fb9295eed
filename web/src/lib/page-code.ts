import { type ComponentType, lazy, useEffect } from "react";
import { ApiError } from "@/api/errors";

type Load<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** A page whose code is fetched when it is first opened; not to get it is not to reach the server. */
export function pageCode<Props = object>(load: Load<Props>) {
  return lazy(() =>
    load().catch(() => {
      throw ApiError.unreachable();
    }),
  );
}

/** How long, in milliseconds, a browser that cannot tell when it has nothing to do is left alone. */
const BREATH = 2_000;

/**
 * Fetches the code of pages before they are opened, while it is `wanted`: one at a time, once the first
 * page is there and the browser has nothing else to do, and not for those who save data.
 */
export function usePageCodeAhead(wanted: boolean, pages: readonly Load[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which pages there are does not change
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (!wanted || connection?.saveData) return;
    let left = false;
    const fetchAll = async () => {
      for (const load of pages) {
        // A browser may keep a failed import as failed.
        if (left || !navigator.onLine) return;
        await load().catch(() => {});
      }
    };
    const whenIdle = () => {
      if ("requestIdleCallback" in window) requestIdleCallback(fetchAll);
      else setTimeout(fetchAll, BREATH);
    };
    if (document.readyState === "complete") whenIdle();
    else addEventListener("load", whenIdle, { once: true });
    return () => {
      left = true;
      removeEventListener("load", whenIdle);
    };
  }, [wanted]);
}
