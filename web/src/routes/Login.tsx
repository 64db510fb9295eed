import { AccountCard } from "@/features/account/AccountCard";
import { LoginForm } from "@/features/account/LoginForm";
import { usePageTitle } from "@/ui/page-title";

export default function Login() {
  usePageTitle("Login");
  return (
    <AccountCard title="Welcome Back" lead="Log in to your watchlist and your profile.">
      <LoginForm />
    </AccountCard>
  );
}
