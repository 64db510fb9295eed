import { useState } from "react";
import { Redirect } from "wouter";
import { AccountCard } from "@/features/account/AccountCard";
import { SignupForm } from "@/features/account/SignupForm";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";

/** "/signup": whoever is signed in goes on. */
export default function Signup() {
  usePageTitle("Signup");
  const { user, expected, error } = useSession();
  const [next, setNext] = useState("/");
  if (user) return <Redirect to={next} replace />;
  if (expected && !error) return <Spinner text="Loading ..." />;
  return (
    <AccountCard title="Create Account" lead="Keep what you want to watch in one place.">
      <SignupForm onGoogle={() => setNext("/profile")} />
    </AccountCard>
  );
}
