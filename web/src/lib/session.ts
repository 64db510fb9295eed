import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { dropOthersAnswers, sessionQuery } from "@/api/query";
import type { User } from "@/api/types";
import { dropOthersChanges } from "./record/outbox";

/**
 * Who is signed in: the one place that knows.
 *
 * **Invariant:** what belongs to a user (the API's answers to them, their unsent changes) is kept
 * under their id, and is dropped in every tab as soon as somebody else is signed in, or nobody.
 */
const CHANNEL = "mitai:session";
/** "1" while someone is signed in; also read by the script in index.html, before the first paint. */
const HINT = "mitai:signed-in";

type Message = { kind: "signed-in"; user: User } | { kind: "signed-out" };

export type Session =
  | { status: "signed-in"; user: User; error: null; expected: true }
  | { status: "signed-out"; user: null; error: null; expected: false }
  | {
      /** The server has not said yet, or could not be asked: then `error` says why. */
      status: "unknown";
      user: null;
      error: Error | null;
      /** Someone was signed in when this browser was last here. */
      expected: boolean;
    };

function readHint(): boolean {
  try {
    return localStorage.getItem(HINT) !== null;
  } catch {
    return false;
  }
}

function writeHint(signedIn: boolean) {
  try {
    if (signedIn) localStorage.setItem(HINT, "1");
    else localStorage.removeItem(HINT);
  } catch {
    // Without storage the bar shows Login for a moment; nothing else depends on it.
  }
  if (signedIn) document.documentElement.dataset.signedIn = "";
  else delete document.documentElement.dataset.signedIn;
}

const never = () => () => {};

export function useSession(): Session {
  const { data, error } = useQuery(sessionQuery());
  const expected = useSyncExternalStore(never, readHint, () => false);
  if (data?.user) return { status: "signed-in", user: data.user, error: null, expected: true };
  if (data) return { status: "signed-out", user: null, error: null, expected: false };
  return { status: "unknown", user: null, error, expected };
}

/** Sets who is signed in, in this tab. */
function become(queries: QueryClient, user: User | null) {
  const key = sessionQuery().queryKey;
  // An answer that is on its way is of before.
  queries.cancelQueries({ queryKey: key });
  queries.setQueryData(key, { user });
}

function tellOtherTabs(message: Message) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** What every way of signing in and out ends with: the change shows in all tabs. */
export function useSessionChange() {
  const queries = useQueryClient();
  return useMemo(() => {
    /** The server has made a session for this user. */
    const signedIn = (user: User) => {
      become(queries, user);
      tellOtherTabs({ kind: "signed-in", user });
    };
    /** The session is over: signed out, ended elsewhere, or the account is gone. */
    const signedOut = () => {
      become(queries, null);
      tellOtherTabs({ kind: "signed-out" });
    };
    /** Asks the server who is signed in, after a sign-in that went past this page. */
    const refresh = async (): Promise<User | null> => {
      const { user } = await queries.fetchQuery({ ...sessionQuery(), staleTime: 0 });
      if (user) tellOtherTabs({ kind: "signed-in", user });
      return user;
    };
    /** Asks the server whether the session has ended. Where it cannot say, nothing changes. */
    const check = () =>
      queries
        .fetchQuery({ ...sessionQuery(), staleTime: 0, retry: false })
        .then(({ user }) => user ?? tellOtherTabs({ kind: "signed-out" }))
        .catch(() => {});
    return { signedIn, signedOut, refresh, check };
  }, [queries]);
}

/** Keeps this tab in step with the others and with what the server says. For the app, once. */
export function useSessionKeeper() {
  const queries = useQueryClient();
  const { data } = useQuery(sessionQuery());

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data: message }: MessageEvent<Message>) =>
      become(queries, message.kind === "signed-in" ? message.user : null);
    return () => channel.close();
  }, [queries]);

  const uid = data && (data.user?.uid ?? null);
  useEffect(() => {
    if (uid === undefined) return;
    writeHint(uid !== null);
    dropOthersAnswers(queries, uid);
    dropOthersChanges(uid);
  }, [uid, queries]);
}
