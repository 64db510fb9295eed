import { HttpResponse, http } from "msw";
import type { ErrorCode, ListName, RecordChange, User, UserRecord } from "@/api/types";
import { someEntry, someRecord } from "./account";
import { server } from "./server";

/** How the server answers a write: it succeeds, it fails, or there is no answer. */
type Behavior = "ok" | "unreachable" | { status: number; code: ErrorCode };

const failure = { status: 500, code: "internal" } satisfies Behavior;

/** A fake of the server's endpoints for one user's lists. */
export function fakeLists(fields: Partial<UserRecord> = {}) {
  let record = someRecord(fields);
  const lists = {
    /** The writes so far, in order: "PUT watchlist 5". */
    writes: [] as string[],
    /** The number of reads of the whole record. */
    reads: 0,
    behavior: "ok" as Behavior,
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
    onChange: (_: RecordChange) => {},
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
      lists.onChange(
        listed
          ? { ...at, kind: "removed", list, mal_id: malId }
          : { ...at, kind: "added", list, entry, item: null },
      );
    },
  };
  server.use(
    http.get("*/api/v1/me/record", async () => {
      lists.reads += 1;
      await lists.readWait;
      return lists.behavior === "unreachable"
        ? HttpResponse.error()
        : HttpResponse.json({ ...record });
    }),
    http.all("*/api/v1/me/:list/:id", async ({ request: { method }, params }) => {
      const { list, id } = params as { list: ListName; id: string };
      lists.writes.push(`${method} ${list} ${id}`);
      await lists.wait;
      const behavior = Number(id) === lists.failAt ? failure : lists.behavior;
      if (behavior === "unreachable") return HttpResponse.error();
      if (behavior !== "ok") {
        return HttpResponse.json(
          { code: behavior.code, detail: "", request_id: "test-request" },
          { status: behavior.status, headers: { "content-type": "application/problem+json" } },
        );
      }
      lists.change(method, list, Number(id));
      return HttpResponse.json({ version: record.version });
    }),
  );
  return lists;
}
