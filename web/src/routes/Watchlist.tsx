import { SessionPending } from "@/features/account/SessionPending";
import { SignedOut } from "@/features/account/SignedOut";
import { WatchlistPage } from "@/features/watchlist/WatchlistPage";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";

/** "/watchlist": the signed-in user's list. */
export default function Watchlist() {
  usePageTitle("Watch-list");
  const { status, error } = useSession();
  if (import.meta.env.SSR || status === "unknown")
    return <SessionPending title="Watch-list" error={error} />;
  if (status === "signed-in") return <WatchlistPage />;
  return (
    <SignedOut
      title="Watch-list"
      message="Your watchlist lives in your account. Log in to see it."
      hint="Until then, the gallery is open to everyone."
    />
  );
}
