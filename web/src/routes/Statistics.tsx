import { SessionPending } from "@/features/account/SessionPending";
import { SignedOut } from "@/features/account/SignedOut";
import { StatisticsPage } from "@/features/statistics/StatisticsPage";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";

/** "/statistics": what the user's list says of them, as a whole and by year. */
export default function Statistics() {
  usePageTitle("Statistics");
  const { status, user, error } = useSession();
  if (import.meta.env.SSR || status === "unknown")
    return <SessionPending title="Statistics" error={error} />;
  if (status === "signed-in") return <StatisticsPage key={user.uid} uid={user.uid} />;
  return (
    <SignedOut
      title="Statistics"
      message="Please log in to see your list in numbers."
      hint="Hours, scores, genres, and your year as a picture to share."
    />
  );
}
