import { useEffect } from "react";
import { useRecovery } from "@/api/retry";
import { usePendingAdd } from "@/features/watchlist/pendingAdd";
import { useWatchlistStoreSync } from "@/features/watchlist/useWatchlistStoreSync";
import { useFocusRecovery } from "@/lib/focus-recovery";
import { useLibrarySync } from "@/lib/library/useLibrarySync";
import { useOfflineCache } from "@/lib/offline-cache/useOfflineCache";
import { usePageCodeAhead } from "@/lib/page-code";
import { useSession } from "@/lib/session";
import { useSessionSync } from "@/lib/session-change";
import { useSignedOutNotice } from "@/lib/useSignedOutNotice";
import { ownPages } from "@/pages";

/** Background tasks of every page. They show nothing, so they start after the page. */
export default function BackgroundTasks() {
  useEarlyFailures();
  useFocusRecovery();
  useRecovery();
  useSessionSync();
  useLibrarySync();
  useSignedOutNotice();
  usePendingAdd();
  useWatchlistStoreSync();
  useOfflineCache();
  usePageCodeAhead(useSession().user !== null, ownPages);
  return null;
}

/**
 * A picture of the server's markup that failed before hydration would stay broken: its component got no event.
 * Fetched again, it fails again.
 */
function useEarlyFailures() {
  useEffect(() => {
    for (const image of document.images) {
      const { src, complete, naturalWidth } = image;
      if (complete && !naturalWidth) image.src = src;
    }
  }, []);
}
