import { SessionPending } from "@/features/account/SessionPending";
import { SignedOut } from "@/features/account/SignedOut";
import { ActivityPage } from "@/features/activity/ActivityPage";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";

/** "/activity": what was done to the list, and the list on another day. */
export default function Activity() {
  usePageTitle("Activity");
  const { status, user, error } = useSession();
  if (import.meta.env.SSR || status === "unknown")
    return <SessionPending title="Activity" error={error} />;
  if (status === "signed-in") return <ActivityPage key={user.uid} uid={user.uid} />;
  return (
    <SignedOut
      title="Activity"
      message="Please log in to see what changed on your list."
      hint="Every change is kept there, and each can be taken back."
    />
  );
}
