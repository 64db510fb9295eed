import { useLocation } from "wouter";
import { DeleteAccount } from "@/features/account/DeleteAccount";
import { Devices } from "@/features/account/Devices";
import { OwnData } from "@/features/account/OwnData";
import { SessionPending } from "@/features/account/SessionPending";
import { SignedOut } from "@/features/account/SignedOut";
import { noticeState } from "@/lib/notice";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";

/** "/account": where one is signed in, what is kept, and the way out. */
export default function Account() {
  usePageTitle("Your account");
  const session = useSession();
  const [, navigate] = useLocation();
  if (session.status === "unknown")
    return <SessionPending title="Your account" error={session.error} />;
  if (session.status === "signed-out") {
    return (
      <SignedOut
        title="Your account"
        message="Please log in to see your account."
        hint="It lists where you are signed in, and lets you download or delete what is kept of you."
      />
    );
  }
  return (
    <div className="page grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
      <header className="lg:sticky lg:top-32 lg:self-start">
        <h1 className="text-3xl">Your account</h1>
        <p className="mt-5 max-w-md text-lg text-muted">
          Signed in as{" "}
          <span className="font-semibold break-all text-text">{session.user.email}</span>.
        </p>
      </header>
      {/* Anew for another user: nothing that one began must end with the other. */}
      <div key={session.user.uid} className="grid gap-6">
        <Devices uid={session.user.uid} />
        <OwnData />
        <DeleteAccount
          uid={session.user.uid}
          onDeleted={() =>
            navigate("/", {
              replace: true,
              state: noticeState("Your account is deleted, and everything in it."),
            })
          }
        />
      </div>
    </div>
  );
}
