import { Redirect } from "wouter";
import { AccountCard } from "@/features/account/AccountCard";
import { LoginForm } from "@/features/account/LoginForm";
import { useUrlParam } from "@/lib/location";
import { localPath } from "@/lib/next";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";

/** "/login": whoever is signed in goes on, those who were here before included. */
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
