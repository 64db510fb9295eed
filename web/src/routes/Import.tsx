import { SessionPending } from "@/features/account/SessionPending";
import { SignedOut } from "@/features/account/SignedOut";
import { ImportPage } from "@/features/import/ImportPage";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";

const TITLE = "Import and export";

/** "/import": importing a list from another service, and exporting one. */
export default function Import() {
  const { status, user, error } = useSession();
  usePageTitle(status === "signed-in" ? null : TITLE);
  if (import.meta.env.SSR || status === "unknown")
    return <SessionPending title={TITLE} error={error} />;
  if (status === "signed-in") return <ImportPage key={user.uid} uid={user.uid} />;
  return (
    <SignedOut
      title={TITLE}
      message="Please log in to bring your list, or to take it with you."
      hint="Mitai reads the files of eight other trackers and any CSV, and shows what would change before it does."
    />
  );
}
