import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { dropOthersAnswers, sessionQuery } from "@/api/query";
import type { User } from "@/api/types";
import { dropOthersUnsent, dropUnsent } from "./library/unsent";
import { isFromCache } from "./offline-cache/fallback";
import { deleteOthersCaches } from "./offline-cache/names";
import { HINT, readHint } from "./session";

const CHANNEL = "mitai:session";
/**
 * How long, in milliseconds, after such a hint the server is asked: the cookie of the session that
 * replaced the ended one may still be on its way.
 */
const SETTLING = 150;

/** Both ends name whose session it was: the message may come when somebody else is signed in. */
type Message =
  | { kind: "signed-in"; user: User }
  /** The user has signed out in this browser, by their own wish. */
  | { kind: "signed-out"; uid: string }
  /** A tab has learnt that the user's session ended. */
  | { kind: "ended"; uid: string };

const key = sessionQuery().queryKey;

/** Whether the last user of this tab has left it by their own wish. */
let left = false;
export const hasLeft = () => left;

function writeHint(uid: string | null) {
  try {
    if (uid !== null) localStorage.setItem(HINT, uid);
    else localStorage.removeItem(HINT);
  } catch {
    // Without storage the bar shows Login for a moment; nothing else depends on it.
  }
  if (uid !== null) document.documentElement.dataset.signedIn = "";
  else delete document.documentElement.dataset.signedIn;
}

const signedInUser = (queries: QueryClient) => queries.getQueryData(key)?.user ?? null;

/** Sets who is signed in, in this tab. */
function become(queries: QueryClient, user: User | null) {
  // An answer that is on its way is older than this change.
  queries.cancelQueries({ queryKey: key });
  queries.setQueryData(key, { user });
}

/** The user is signed out by their own wish: what they did not get sent goes too. */
function leave(queries: QueryClient, uid: string) {
  dropUnsent(uid);
  if (signedInUser(queries)?.uid === uid) become(queries, null);
}

/** Asks the server who is signed in. Where it cannot say, nothing changes. */
async function ask(queries: QueryClient) {
  await queries.fetchQuery({ ...sessionQuery(), staleTime: 0, retry: false }).catch(() => {});
}

function broadcast(message: Message) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** The last step of every sign-in and sign-out: the change shows in all tabs. */
export function useSessionChange() {
  const queries = useQueryClient();
  return useMemo(() => {
    /** Shows in all tabs that the server has made a session for this user. */
    const signedIn = (user: User) => {
      become(queries, user);
      broadcast({ kind: "signed-in", user });
    };
    /** The server has ended the session at the request of its user, whose id this is. */
    const signedOut = (uid: string) => {
      left = true;
      leave(queries, uid);
      broadcast({ kind: "signed-out", uid });
    };
    /** Asks the server who is signed in, after a sign-in that went past this page. */
    const refresh = async (): Promise<User | null> => {
      const { user } = await queries.fetchQuery({ ...sessionQuery(), staleTime: 0 });
      if (user) broadcast({ kind: "signed-in", user });
      return user;
    };
    /** Something hints that the session has ended: comes back once the server was asked. */
    const check = async () => {
      await new Promise((resolve) => setTimeout(resolve, SETTLING));
      const before = signedInUser(queries);
      await ask(queries);
      const after = signedInUser(queries);
      if (before === null || before.uid === after?.uid) return;
      broadcast(after ? { kind: "signed-in", user: after } : { kind: "ended", uid: before.uid });
    };
    return { signedIn, signedOut, refresh, check };
  }, [queries]);
}

function receive(queries: QueryClient, message: Message) {
  if (message.kind === "signed-in") become(queries, message.user);
  else if (message.kind === "signed-out") leave(queries, message.uid);
  else if (signedInUser(queries)?.uid === message.uid) ask(queries);
}

/** Keeps this tab in step with the others and with what the server says. For the app, once. */
export function useSessionSync() {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(sessionQuery());

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data: message }: MessageEvent<Message>) => receive(queries, message);
    return () => channel.close();
  }, [queries]);

  const uid = isFromCache({ dataUpdatedAt }) ? undefined : data && (data.user?.uid ?? null);
  useEffect(() => {
    if (uid === undefined) return;
    dropOthersAnswers(queries, uid);
    deleteOthersCaches(uid, readHint()).catch(() => {});
    writeHint(uid);
    if (uid === null) return;
    left = false;
    dropOthersUnsent(uid);
  }, [uid, queries]);
}
