import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { sessionQuery } from "@/api/query";
import type { User } from "@/api/types";
import { isFromCache } from "./offline-cache/fallback";

/**
 * Who is signed in: the one place that knows.
 *
 * **Invariant:** a user's data (the API's answers to them, their unsent changes) are stored under their id. The
 * answers are deleted, in every tab and in the browser, once the user has signed out or another has signed in.
 * Unsent changes are deleted when the user logs out or another signs in. If the session ended by itself, they stay,
 * hidden, until the same user is back.
 *
 * **Invariant:** a cached session is only shown: until the server has confirmed it, nothing is sent and nothing
 * deleted for it.
 *
 * **Invariant:** only the server's own answer ends a session. A hint (an event of the stream, a refused
 * request) may be about a session that another has replaced.
 */

/** Key of the id of who is signed in, if anybody is; also read by the script in index.html, before the first paint. */
export const HINT = "mitai:signed-in";

export type Session =
  | {
      status: "signed-in";
      user: User;
      error: null;
      expected: true;
      /** Whether the server has said so; else it is this browser's last answer. */
      confirmed: boolean;
    }
  | { status: "signed-out"; user: null; error: null; expected: false }
  | {
      /** The server has not said yet, or could not be asked: then `error` says why. */
      status: "unknown";
      user: null;
      error: Error | null;
      /** Whether somebody was signed in when this browser was last here. */
      expected: boolean;
    };

/** Returns who was signed in by the server's last answer to this browser; null for nobody. */
export function readHint(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    return null;
  }
}

const never = () => () => {};
const wasSignedIn = () => readHint() !== null;

/** The session with which the server renders. */
const NOBODY_KNOWN: Session = { status: "unknown", user: null, error: null, expected: false };

/** Returns who is signed in; on the server nobody is known. */
export const useSession: () => Session = import.meta.env.SSR
  ? () => NOBODY_KNOWN
  : useBrowserSession;

function useBrowserSession(): Session {
  const { data, dataUpdatedAt, error } = useQuery(sessionQuery());
  const expected = useSyncExternalStore(never, wasSignedIn, () => null);
  // Hydration must find what the server rendered; the answer may be here already.
  if (expected === null) return NOBODY_KNOWN;
  if (data?.user) {
    const confirmed = !isFromCache({ dataUpdatedAt });
    return { status: "signed-in", user: data.user, error: null, expected: true, confirmed };
  }
  if (data) return { status: "signed-out", user: null, error: null, expected: false };
  return { status: "unknown", user: null, error, expected };
}

/** Whether this is still the user: what a page saves as it goes with them is nobody's any more. */
export const isStillSignedIn = (queries: QueryClient, uid: string) =>
  queries.getQueryData(sessionQuery().queryKey)?.user?.uid === uid;

/** The id of the user of whom the server has said that they are signed in. */
export function useConfirmedUid(): string | null {
  const session = useSession();
  return session.status === "signed-in" && session.confirmed ? session.user.uid : null;
}
