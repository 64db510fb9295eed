import { SignedOut } from "@/features/account/SignedOut";
import { usePageTitle } from "@/ui/page-title";

export default function Profile() {
  usePageTitle("Profile");
  return (
    <SignedOut
      title="Profile"
      message="Please log in to view your profile."
      hint="It holds your name, your favorite genres, your watchlist and your history."
    />
  );
}
