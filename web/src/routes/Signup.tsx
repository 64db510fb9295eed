import { AccountCard } from "@/features/account/AccountCard";
import { SignupForm } from "@/features/account/SignupForm";
import { usePageTitle } from "@/ui/page-title";

export default function Signup() {
  usePageTitle("Signup");
  return (
    <AccountCard title="Create Account" lead="Keep what you want to watch in one place.">
      <SignupForm />
    </AccountCard>
  );
}
