import { HttpResponse, http, type JsonBodyType } from "msw";
import { vi } from "vitest";
import type { Entry, ErrorCode, Problem, User, UserLibrary, Writes } from "@/api/types";
import { hero, listing } from "./anime";
import { answer, server } from "./server";

export function someUser(fields: Partial<User> = {}): User {
  return {
    uid: "01jd3m8n4q5r6s7t8v9w0x1y2z",
    displayName: "Asuna Yuuki",
    email: "asuna@example.org",
    photoURL: null,
    ...fields,
  };
}

export function someEntry(malId: number, fields: Partial<Entry> = {}): Entry {
  return {
    mal_id: malId,
    title: `Title ${malId}`,
    title_english: null,
    image_url: null,
    score: 8.1,
    popularity: malId,
    genres: ["Action"],
    ...fields,
  };
}

export function someLibrary(fields: Partial<UserLibrary> = {}): UserLibrary {
  const { version = 4 } = fields;
  return {
    version,
    position: `${version}-a`,
    displayName: "Asuna Yuuki",
    bio: "This is a dummy bio. Edit to add your own!",
    favoriteGenres: "Shonen, Seinen, Slice of Life",
    preferences: {
      score_scale: "10",
      title_language: "english",
      time_zone: null,
      week_start: "monday",
    },
    watchlist: [],
    history: [],
    ...fields,
  };
}

/** The answers of the home page, for tests in which somebody is led there. */
export const homeSeed = {
  "/api/v1/hero": hero(),
  "/api/v1/anime?list=popular&page=1": listing(1),
};

/** A live stream that is open and sends nothing. */
class QuietStream {
  addEventListener() {}
  close() {}
}

/** Has the server know a session of a user, and their library. */
export function signedInAs(user: User = someUser(), record: UserLibrary = someLibrary()) {
  vi.stubGlobal("EventSource", QuietStream);
  answer("/api/v1/session", { user });
  answer("/api/v1/me/record", record);
}

type Key = keyof Writes;
type Method = "post" | "patch" | "put" | "delete";

function route(key: Key) {
  const [method = "", path = ""] = key.split(" ");
  return {
    on: http[method.toLowerCase() as Method],
    path: `*${path.replace(/\{(\w+)\}/g, ":$1")}`,
  };
}

interface Sent<K extends Key> {
  body: Writes[K][0];
  path: string;
}

/** Answers a write, after `wait`; returns the writes that were sent so far. */
export function takeWrite<K extends Key>(
  key: K,
  reply: Writes[K][1] | ((body: Writes[K][0]) => Writes[K][1]),
  wait: Promise<void> = Promise.resolve(),
): Sent<K>[] {
  const sent: Sent<K>[] = [];
  const { on, path } = route(key);
  server.use(
    on(path, async ({ request }) => {
      const text = await request.text();
      const body = (text === "" ? undefined : JSON.parse(text)) as Writes[K][0];
      sent.push({ body, path: new URL(request.url).pathname });
      await wait;
      const answered = typeof reply === "function" ? reply(body) : reply;
      if (answered === undefined) return new HttpResponse(null, { status: 204 });
      // Signing in by it opens a session.
      if ("user" in answered) signedInAs(answered.user);
      return HttpResponse.json(answered as JsonBodyType);
    }),
  );
  return sent;
}

/** Answers a write with a problem, whose sentence is `detail`. */
export function refuseWrite(key: Key, status: number, code: ErrorCode, detail: string = code) {
  const problem: Problem = {
    type: `urn:mitai:error:${code}`,
    title: code,
    status,
    code,
    detail,
    request_id: "test-request",
  };
  const { on, path } = route(key);
  server.use(
    on(path, () =>
      HttpResponse.json(
        { ...problem },
        { status, headers: { "content-type": "application/problem+json" } },
      ),
    ),
  );
}

/** Lets a write fail as if the server could not be reached. */
export function loseWrite(key: Key) {
  const { on, path } = route(key);
  server.use(on(path, () => HttpResponse.error()));
}
