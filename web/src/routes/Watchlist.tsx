import { SignedOut } from "@/features/account/SignedOut";
import { usePageTitle } from "@/ui/page-title";

export default function Watchlist() {
  usePageTitle("Watch-list");
  return (
    <SignedOut
      title="Watch-list"
      message="Your watchlist lives in your account. Log in to see it."
      hint="Until then, the gallery is open to everyone."
    />
  );
}
