import { type ComponentType, lazy } from "react";
import { ApiError } from "@/api/errors";

/** A page whose code is fetched when it is first opened; not to get it is not to reach the server. */
export function pageCode(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() =>
    load().catch(() => {
      throw ApiError.unreachable();
    }),
  );
}
