import { Redirect } from "wouter";
import { AccountCard } from "@/features/account/AccountCard";
import { LoginForm } from "@/features/account/LoginForm";
import { useUrlParam } from "@/lib/location";
import { localPath } from "@/lib/next";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";

/** "/login": redirects signed-in users, and waits while a stored session is being confirmed. */
export default function Login() {
  usePageTitle("Login");
  const { user, expected, error } = useSession();
  const next = localPath(useUrlParam("next"));
  if (user) return <Redirect to={next} replace />;
  if (expected && !error) return <Spinner text="Loading ..." />;
  return (
    <AccountCard title="Welcome Back" lead="Log in to your watchlist and your profile.">
      <LoginForm next={next} />
    </AccountCard>
  );
}
