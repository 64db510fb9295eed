import { useEffect, useState } from "react";
import { Redirect } from "wouter";
import { AccountCard } from "@/features/account/AccountCard";
import { SignupForm } from "@/features/account/SignupForm";
import { useUrlParam } from "@/lib/location";
import { localPath } from "@/lib/next";
import { useSession } from "@/lib/session";
import { useToast } from "@/lib/toast";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";

/** "/signup": signed-in users are redirected; those who came from another page get a link back. */
export default function Signup() {
  usePageTitle("Signup");
  const { user, expected, error } = useSession();
  const from = localPath(useUrlParam("next"));
  const [by, setBy] = useState<"email" | "google" | null>(null);
  const to = by === "google" ? "/profile" : "/";
  useWayBack(user !== null && by !== null && from !== to, from);
  if (user) return <Redirect to={to} replace />;
  if (expected && !error) return <Spinner text="Loading ..." />;
  return (
    <AccountCard title="Create Account" lead="Keep what you want to watch in one place.">
      <SignupForm next={from} onSuccess={setBy} />
    </AccountCard>
  );
}

/** Offers to go back to `from`, unless that is the home page, once `signedUp` elsewhere. */
function useWayBack(signedUp: boolean, from: string) {
  const toast = useToast();
  useEffect(() => {
    if (!signedUp || from === "/") return;
    const link = { label: "Go back", href: from };
    toast({ message: "Your account is ready.", about: "sign-up", link });
  }, [signedUp, from, toast]);
}
