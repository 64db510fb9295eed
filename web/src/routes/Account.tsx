import { Link, useLocation } from "wouter";
import { ApiError } from "@/api/errors";
import { DeleteAccount } from "@/features/account/DeleteAccount";
import { Devices } from "@/features/account/Devices";
import { ListPreferences } from "@/features/account/ListPreferences";
import { OwnData } from "@/features/account/OwnData";
import { PageSettings } from "@/features/account/PageSettings";
import { SessionPending } from "@/features/account/SessionPending";
import { SignedOut } from "@/features/account/SignedOut";
import { noticeState } from "@/lib/notice";
import { useSession } from "@/lib/session";
import { usePageTitle } from "@/ui/page-title";

/** "/account": the user's devices, page, list settings and data, and the way to delete the account. */
export default function Account() {
  usePageTitle("Your account");
  const session = useSession();
  const [, navigate] = useLocation();
  if (import.meta.env.SSR || session.status === "unknown")
    return <SessionPending title="Your account" error={session.error} />;
  if (session.status === "signed-in" && !session.confirmed)
    return <SessionPending title="Your account" error={ApiError.unreachable(true)} />;
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
    <div className="page grid gap-8 py-8 sm:py-12">
      <header>
        <h1 className="text-2xl">Your account</h1>
        <p className="mt-2 flex flex-wrap gap-x-4 text-muted">
          <span>
            Signed in as{" "}
            <span className="font-semibold break-all text-text">{session.user.email}</span>
          </span>
          <Link
            href="/profile"
            className="underline underline-offset-4 transition-colors hover:text-text"
          >
            Your profile
          </Link>
        </p>
      </header>
      {/* Anew for another user: nothing that one began must end with the other. */}
      <div
        key={session.user.uid}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Devices uid={session.user.uid} />
          <PageSettings uid={session.user.uid} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ListPreferences uid={session.user.uid} />
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
    </div>
  );
}
