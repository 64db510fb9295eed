import { useState } from "react";
import { Redirect } from "wouter";
import { SessionPending } from "@/features/account/SessionPending";
import { SignedOut } from "@/features/account/SignedOut";
import { Profile as ProfileOf } from "@/features/profile/Profile";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";

/** "/profile": the signed-in user's profile. */
export default function Profile() {
  usePageTitle("Profile");
  const { status, user, error } = useSession();
  const [leaving, setLeaving] = useState(false);
  if (import.meta.env.SSR || status === "unknown")
    return <SessionPending title="Profile" error={error} />;
  if (user) return <ProfileOf key={user.uid} user={user} onLeaving={setLeaving} />;
  if (leaving) return <Redirect to="/login" replace />;
  return (
    <SignedOut
      title="Profile"
      message="Please log in to view your profile."
      hint="It holds your name, your favorite genres, your watchlist and your history."
    />
  );
}
