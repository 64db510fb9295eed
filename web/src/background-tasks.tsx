import { useRecovery } from "@/api/retry";
import { usePendingAdd } from "@/features/watchlist/pendingAdd";
import { useWatchlistSlotSync } from "@/features/watchlist/useWatchlistSlotSync";
import { useLibrarySync } from "@/lib/library/useLibrarySync";
import { useOfflineCache } from "@/lib/offline-cache/useOfflineCache";
import { usePageCodeAhead } from "@/lib/page-code";
import { useSession } from "@/lib/session";
import { useSessionSync } from "@/lib/session-change";
import { useSignedOutNotice } from "@/lib/useSignedOutNotice";
import { ownPages } from "@/pages";

/** What goes on behind every page. It shows nothing, so it comes after the page. */
export default function BackgroundTasks() {
  useRecovery();
  useSessionSync();
  useLibrarySync();
  useSignedOutNotice();
  usePendingAdd();
  useWatchlistSlotSync();
  useOfflineCache();
  usePageCodeAhead(useSession().user !== null, ownPages);
  return null;
}
