import type { MouseEvent } from "react";
import { Link, useLocation } from "wouter";
import { loginPath, signupPath } from "@/lib/next";
import { useSession } from "@/lib/session";
import { Avatar } from "@/ui/Avatar";
import { buttonClass } from "@/ui/Button";

/**
 * Login and Signup, or Profile. Until the server has said who is signed in both are in the page, and
 * the style sheet shows what this browser remembers: so it is right from the first paint on. The two
 * share a place as wide as the wider, so nothing moves when one takes the other's.
 */
export function AccountButtons() {
  const { status, user } = useSession();
  const unknown = status === "unknown";
  return (
    <div className="grid items-center justify-items-end *:col-start-1 *:row-start-1">
      <SignedOutButtons hidden={user !== null} unknown={unknown} />
      {status !== "signed-out" && (
        <Link
          href="/profile"
          className={buttonClass(
            "outline",
            `pl-1.5 ${unknown ? "invisible in-data-signed-in:visible" : ""}`,
          )}
        >
          {user ? (
            <Avatar user={user} className="size-8" />
          ) : (
            <span className="size-8 rounded-full bg-raised" />
          )}
          Profile
        </Link>
      )}
    </div>
  );
}

function SignedOutButtons({ hidden, unknown }: { hidden: boolean; unknown: boolean }) {
  const [, navigate] = useLocation();
  const rememberPage = (path: typeof loginPath) => (event: MouseEvent) => {
    event.preventDefault();
    const { pathname, search, hash } = window.location;
    navigate(path(pathname + search + hash));
  };
  return (
    <div
      aria-hidden={hidden || undefined}
      className={`flex items-center sm:gap-2 ${hidden ? "invisible" : ""} ${unknown ? "in-data-signed-in:invisible" : ""}`}
    >
      <Link href="/login" onClick={rememberPage(loginPath)} className={buttonClass("quiet")}>
        Login
      </Link>
      <Link href="/signup" onClick={rememberPage(signupPath)} className={buttonClass()}>
        Signup
      </Link>
    </div>
  );
}
