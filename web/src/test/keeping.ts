import { HttpResponse, http } from "msw";
import type { ErrorCode, ListName, RecordChange, User, UserRecord } from "@/api/types";
import { someEntry, someRecord } from "./account";
import { server } from "./server";

/** How the server takes a write: does it, refuses it, or cannot be reached. */
type Mood = "well" | "gone" | { status: number; code: ErrorCode };

const broken = { status: 500, code: "internal" } satisfies Mood;

/** A stand-in for the server that keeps one user's lists, as the real one would. */
export function keepLists(fields: Partial<UserRecord> = {}) {
  let record = someRecord(fields);
  const kept = {
    /** What was asked for, in order: "PUT watchlist 5". */
    writes: [] as string[],
    /** How often the whole record was read. */
    reads: 0,
    mood: "well" as Mood,
    /** The title at which the server always fails. */
    failAt: null as number | null,
    /** Writes wait for this. */
    wait: Promise.resolve(),
    /** Reading the record waits for this. */
    readWait: Promise.resolve(),
    /** Lets the server take its time to say who is signed in. */
    sessionWait(wait: Promise<void>, user: User) {
      server.use(
        http.get("*/api/v1/session", async () => {
          await wait;
          return HttpResponse.json({ user: { ...user } });
        }),
      );
    },
    /** Called with every change, as the live stream would. */
    tell: (_: RecordChange) => {},
    record: () => record,
    /** Adds or removes as another device does. */
    change(method: string, list: ListName, malId: number) {
      const others = record[list].filter(({ mal_id }) => mal_id !== malId);
      const listed = others.length < record[list].length;
      if (listed === (method === "PUT")) return;
      const version = record.version + 1;
      const at = { version, position: `${version}-a` };
      const entry = someEntry(malId);
      const entries = listed ? others : [entry, ...others];
      record = { ...record, ...at, [list]: entries };
      kept.tell(
        listed
          ? { ...at, kind: "removed", list, mal_id: malId }
          : { ...at, kind: "added", list, entry },
      );
    },
  };
  server.use(
    http.get("*/api/v1/me/record", async () => {
      kept.reads += 1;
      await kept.readWait;
      return kept.mood === "gone" ? HttpResponse.error() : HttpResponse.json({ ...record });
    }),
    http.all("*/api/v1/me/:list/:id", async ({ request: { method }, params }) => {
      const { list, id } = params as { list: ListName; id: string };
      kept.writes.push(`${method} ${list} ${id}`);
      await kept.wait;
      const mood = Number(id) === kept.failAt ? broken : kept.mood;
      if (mood === "gone") return HttpResponse.error();
      if (mood !== "well") {
        return HttpResponse.json(
          { code: mood.code, detail: "", request_id: "test-request" },
          { status: mood.status, headers: { "content-type": "application/problem+json" } },
        );
      }
      kept.change(method, list, Number(id));
      return HttpResponse.json({ version: record.version });
    }),
  );
  return kept;
}
