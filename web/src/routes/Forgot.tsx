import { useState } from "react";
import { AccountCard } from "@/features/account/AccountCard";
import { ForgotForm } from "@/features/account/ForgotForm";
import { usePageTitle } from "@/ui/page-title";

/** "/forgot": the way back in for those who do not know their password. */
export default function Forgot() {
  usePageTitle("Forgot Password");
  const [sent, setSent] = useState(false);
  return (
    <AccountCard
      title="Forgot Password"
      lead={sent ? undefined : "Tell us your email to set a new one."}
    >
      <ForgotForm onSent={setSent} />
    </AccountCard>
  );
}
