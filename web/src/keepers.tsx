import { useRecovery } from "@/api/retry";
import { usePendingAdd } from "@/features/watchlist/pendingAdd";
import { useWatchlistKeeper } from "@/features/watchlist/useWatchlistKeeper";
import { useLibrarySync } from "@/lib/library/useLibrarySync";
import { useOfflineCache } from "@/lib/offline-cache/useOfflineCache";
import { usePageCodeAhead } from "@/lib/page-code";
import { useSession } from "@/lib/session";
import { useSessionKeeper } from "@/lib/session-change";
import { useSignedOutNotice } from "@/lib/useSignedOutNotice";
import { ownPages } from "@/pages";

/** What goes on behind every page. It shows nothing, so it comes after the page. */
export default function Keepers() {
  useRecovery();
  useSessionKeeper();
  useLibrarySync();
  useSignedOutNotice();
  usePendingAdd();
  useWatchlistKeeper();
  useOfflineCache();
  usePageCodeAhead(useSession().user !== null, ownPages);
  return null;
}
