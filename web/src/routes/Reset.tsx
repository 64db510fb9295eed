import { AccountCard } from "@/features/account/AccountCard";
import { ResetForm } from "@/features/account/ResetForm";
import { usePageTitle } from "@/ui/page-title";

/** "/reset#token=…": the page to which a reset link leads. */
export default function Reset() {
  usePageTitle("New Password");
  return (
    <AccountCard
      title="New Password"
      lead="A link works once, for 30 minutes, and only the newest one counts. Your old password stays until you set a new one."
    >
      <ResetForm />
    </AccountCard>
  );
}
