import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { SignInCode } from "@/api/types";
import { useUrlParam } from "@/lib/location";
import { loginPath, signupPath } from "@/lib/next";
import { useSessionChange } from "@/lib/session-change";
import { type Outcome, readCode, useGoogle } from "./google";

interface Options {
  from: "login" | "signup";
  /** The address to which the user returns after signing in. */
  next: string;
  /** Called once Google has signed somebody in; who it is comes later. */
  onSuccess?: () => void;
  /** Called when the sign-in failed, but not when the user cancelled it. */
  onFailure: (code: SignInCode) => void;
}

/**
 * Google's part of the log-in and sign-up pages: by the window, or by the full page that comes back
 * with `?error=`. `linking` asks for the password of the account that the Google account belongs to.
 */
export function useGoogleSignIn({ from, next, onSuccess, onFailure }: Options) {
  const session = useSessionChange();
  const [, navigate] = useLocation();
  const [linking, setLinking] = useState(false);
  const [cancelled, setCancelled] = useState(false);
  const arrived = useUrlParam("error");

  function fail(code: SignInCode) {
    setLinking(code === "link_required");
    setCancelled(code === "sign_in_cancelled");
    if (code !== "link_required" && code !== "sign_in_cancelled") onFailure(code);
  }

  async function end(outcome: Outcome) {
    if (!outcome.ok) return fail(outcome.code);
    onSuccess?.();
    const user = await session.refresh().catch(() => null);
    if (!user) fail("sign_in_failed");
  }

  const { waiting, start } = useGoogle({ from, next, onEnd: end });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code the page is reached with
  useEffect(() => {
    if (arrived === null) return;
    fail(readCode(arrived));
    navigate(from === "login" ? loginPath(next) : signupPath(next), { replace: true });
  }, [arrived]);

  return {
    linking,
    leaveLinking: () => setLinking(false),
    google: {
      waiting,
      cancelled,
      onClick: () => {
        setCancelled(false);
        start();
      },
    },
  };
}
