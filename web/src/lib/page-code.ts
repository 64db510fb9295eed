import { type ComponentType, lazy, useEffect } from "react";
import { ApiError } from "@/api/errors";
import { savesData, whenIdle } from "./idle";

type Load<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** A page whose code is fetched when it is first opened; not to get it is not to reach the server. */
export function pageCode<Props = object>(load: Load<Props>) {
  return lazy(() =>
    load().catch(() => {
      throw ApiError.unreachable();
    }),
  );
}

/**
 * Fetches the code of pages before they are opened, while it is `wanted`: one at a time, once the first
 * page is there and the browser has nothing else to do, and not for those who save data.
 */
export function usePageCodeAhead(wanted: boolean, pages: readonly Load[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which pages there are does not change
  useEffect(() => {
    if (!wanted || savesData()) return;
    let left = false;
    const fetchAll = async () => {
      for (const load of pages) {
        // A browser may keep a failed import as failed.
        if (left || !navigator.onLine) return;
        await load().catch(() => {});
      }
    };
    const stop = whenIdle(fetchAll);
    return () => {
      left = true;
      stop();
    };
  }, [wanted]);
}
