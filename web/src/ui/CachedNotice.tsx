import { isFromCache } from "@/lib/offline-cache/fallback";
import { Notice } from "./Notice";

/** Says that the page shows cached answers, where it does. */
export function CachedNotice({ of }: { of: readonly { dataUpdatedAt: number }[] }) {
  if (!of.some(isFromCache)) return null;
  return (
    <div className="page py-4">
      <Notice tone="info">We cannot reach the server. This page is as we last saw it.</Notice>
    </div>
  );
}
