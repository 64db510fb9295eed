import { useEffect, useRef, useState } from "react";
import type { SignInCode } from "@/api/types";
import { navigateAway } from "@/lib/browser-navigation";
import { signInMessages } from "@/messages/sign-in";

/** The channel and the type of what the sign-in window says when it is done. */
const SAID = "mitai:sign-in";
const WIDTH = 500;
const HEIGHT = 680;
const LOOK_MS = 1000;
/** A window that seems closed at this many checks is taken for closed. */
const LOOKS = 3;

/** The outcome of a sign-in with Google: signed in, or the code of the failure. */
export type Outcome = { ok: true } | { ok: false; code: SignInCode };

interface Options {
  from: "login" | "signup";
  /** Where a full-page log-in leads; a sign-up that failed comes back with it. */
  next?: string;
  onEnd: (outcome: Outcome) => void;
}

function readOutcome(message: unknown): Outcome | null {
  if (typeof message !== "object" || message === null) return null;
  const { type, ok, code } = message as { type?: unknown; ok?: unknown; code?: unknown };
  if (type !== SAID) return null;
  return ok === true ? { ok } : { ok: false, code: readCode(code) };
}

/** A code from an address or a message; what is not one of ours is a failure all the same. */
export function readCode(code: unknown): SignInCode {
  const known = typeof code === "string" && Object.hasOwn(signInMessages, code);
  return known ? (code as SignInCode) : "sign_in_failed";
}

function address(mode: "popup" | "redirect", { from, next }: Options): string {
  const query = new URLSearchParams({ mode, from });
  if (next) query.set("next", next);
  return `/api/v1/auth/google?${query}`;
}

function openWindow(url: string): Window | null {
  const left = window.screenX + Math.max(0, (window.outerWidth - WIDTH) / 2);
  const top = window.screenY + Math.max(0, (window.outerHeight - HEIGHT) / 2);
  const place = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  const opened = window.open(url, SAID, place);
  return opened?.closed ? null : opened;
}

/**
 * Signing in at Google in a window of its own, or on this page where windows are blocked. `waiting`
 * tells that the window is likely open.
 *
 * **Invariant:** a window cut off from this page reads as closed although it is open. So nothing ends
 * by that: the button becomes free again, and what the window says later still counts. It speaks to
 * its opener and to a channel, of which either may be lost; one of both counts.
 */
export function useGoogle(options: Options) {
  const [waiting, setWaiting] = useState(false);
  const inProgress = useRef(false);
  const opened = useRef<Window | null>(null);
  const latest = useRef(options.onEnd);
  useEffect(() => {
    latest.current = options.onEnd;
  });

  useEffect(() => {
    const receive = (message: unknown) => {
      const outcome = readOutcome(message);
      if (!outcome || !inProgress.current) return;
      inProgress.current = false;
      setWaiting(false);
      latest.current(outcome);
    };
    const onMessage = (event: MessageEvent) => {
      if (event.origin === window.location.origin) receive(event.data);
    };
    const channel = new BroadcastChannel(SAID);
    channel.onmessage = (event) => receive(event.data);
    window.addEventListener("message", onMessage);
    return () => {
      channel.close();
      window.removeEventListener("message", onMessage);
    };
  }, []);

  useEffect(() => {
    if (!waiting) return;
    let closed = 0;
    const timer = setInterval(() => {
      closed = opened.current?.closed ? closed + 1 : 0;
      if (closed >= LOOKS) setWaiting(false);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [waiting]);

  function start() {
    inProgress.current = true;
    opened.current = openWindow(address("popup", options));
    if (opened.current) setWaiting(true);
    else navigateAway(address("redirect", options));
  }
  return { waiting, start };
}
