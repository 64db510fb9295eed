import { AccountCard } from "@/features/account/AccountCard";
import { ForgotForm } from "@/features/account/ForgotForm";
import { usePageTitle } from "@/ui/page-title";

/** "/forgot": the way back in for those who do not know their password. */
export default function Forgot() {
  usePageTitle("Forgot Password");
  return (
    <AccountCard title="Forgot Password" lead="Tell us your e-mail to set a new one.">
      <ForgotForm />
    </AccountCard>
  );
}
