import { HttpResponse, http } from "msw";
import type { BulkEdit, ListEdit, ListItem, ListResult, SentEdit } from "@/api/list";
import type { ErrorCode, LibraryChange, ListName, User, UserLibrary } from "@/api/types";
import { plannedItem } from "@/lib/list/useAnimeList";
import { withEdit } from "@/lib/list/view";
import { someEntry, someLibrary } from "./account";
import { server } from "./server";

/** How the server answers a write: it succeeds, it fails, or there is no answer. */
type Behavior = "ok" | "unreachable" | { status: number; code: ErrorCode };

const failure = { status: 500, code: "internal" } satisfies Behavior;

/** A fake of the server's endpoints for one user's lists. */
export function fakeLists(fields: Partial<UserLibrary> & { items?: ListItem[] } = {}) {
  const { items: given, ...rest } = fields;
  const watchlist = given?.map(entryOf) ?? rest.watchlist ?? [];
  let record = someLibrary({ ...rest, watchlist });
  let items = given ?? watchlist.map(plannedItem);
  /** The title and the former entry of each event, by the event. */
  const before = new Map<number, [number, ListItem | null]>();
  /** The answers to edits, by the edits' ids. */
  const known = new Map<string, { event: number | null }>();
  const lists = {
    /** The writes so far, in order: "PUT watchlist 5". */
    writes: [] as string[],
    /** Number of reads of the whole library. */
    reads: 0,
    behavior: "ok" as Behavior,
    /** The id of the title at which the server always fails. */
    failAt: null as number | null,
    /** Promise that writes wait for. */
    wait: Promise.resolve(),
    /** Promise that reads of the library wait for. */
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
    onChange: (_: LibraryChange) => {},
    record: () => record,
    items: () => items,
    item: (malId: number) => items.find(({ mal_id }) => mal_id === malId),
    /** The title whose edits are refused, and the sentence that says so. */
    refuse: null as { malId: number; detail: string } | null,
    /** The bodies of the edits that were sent so far, in order. */
    edits: [] as (SentEdit & { mal_id: number })[],
    /** The bodies of the edits of several titles that were sent so far, in order. */
    bulks: [] as BulkEdit[],
    /** The parameters of the additions to the watchlist that were sent so far, in order. */
    additions: [] as Record<string, string>[],
    /** The parameters of the removals that were sent so far, in order. */
    removals: [] as Record<string, string>[],
    /** Sets a title's entry as the API does; null removes it. Answers the event. */
    set(malId: number, item: ListItem | null): number {
      const former = lists.item(malId) ?? null;
      const version = record.version + 1;
      const at = { version, position: `${version}-a` };
      before.set(version, [malId, former]);
      const others = items.filter(({ mal_id }) => mal_id !== malId);
      if (former && item) items = items.map((each) => (each.mal_id === malId ? item : each));
      else items = item ? [item, ...others] : others;
      record = { ...record, ...at, watchlist: items.map(entryOf) };
      if (!item) lists.onChange({ ...at, kind: "removed", list: "watchlist", mal_id: malId });
      else if (former) lists.onChange({ ...at, kind: "edited", mal_id: malId, item });
      else lists.onChange({ ...at, kind: "added", list: "watchlist", entry: entryOf(item), item });
      return version;
    },
    /** Edits an entry, as another device would. */
    edit(malId: number, fields: Partial<SentEdit>) {
      const item = lists.item(malId) ?? plannedItem(someEntry(malId));
      return lists.set(malId, withEdit(item, { today: "2026-11-25", ...fields } as ListEdit));
    },
    /** Adds a title to a list or removes it, as another device would. */
    change(method: string, list: ListName, malId: number) {
      const others = record[list].filter(({ mal_id }) => mal_id !== malId);
      const listed = others.length < record[list].length;
      if (listed === (method === "PUT")) return;
      const version = record.version + 1;
      const at = { version, position: `${version}-a` };
      const entry = someEntry(malId);
      if (list === "watchlist") return void lists.set(malId, listed ? null : plannedItem(entry));
      const entries = listed ? others : [entry, ...others];
      record = { ...record, ...at, [list]: entries };
      lists.onChange(
        listed
          ? { ...at, kind: "removed", list, mal_id: malId }
          : { ...at, kind: "added", list, entry, item: null },
      );
    },
  };
  const problem = (status: number, code: ErrorCode, detail = "") =>
    HttpResponse.json(
      { code, detail, request_id: "test-request" },
      { status, headers: { "content-type": "application/problem+json" } },
    );
  /** Returns the failure that a write gets; null if it succeeds. */
  const failing = async (malId: number) => {
    await lists.wait;
    const behavior = malId === lists.failAt ? failure : lists.behavior;
    if (behavior === "unreachable") return HttpResponse.error();
    return behavior === "ok" ? null : problem(behavior.status, behavior.code);
  };
  const read = (body: () => object) => async () => {
    await lists.readWait;
    return lists.behavior === "unreachable" ? HttpResponse.error() : HttpResponse.json(body());
  };
  const edited = (malId: number, { op_id, ...fields }: SentEdit) => {
    const key = `${op_id} ${malId}`;
    const answered = known.get(key) ?? { event: lists.edit(malId, fields) };
    known.set(key, answered);
    return { ...answered, item: lists.item(malId) ?? null };
  };
  const at = () => ({ version: record.version, position: record.position });
  const editsInBulk = ({ mal_ids, edit, op_id }: BulkEdit) =>
    mal_ids.map((mal_id): ListResult => {
      const result = { mal_id, event: null, item: null, error: null, changed_since: [] };
      if (mal_id === lists.refuse?.malId) {
        return { ...result, error: lists.refuse.detail };
      }
      if (!edit) return { ...result, event: lists.set(mal_id, null) };
      return { ...result, ...edited(mal_id, { ...edit, op_id: op_id ?? null }) };
    });
  server.use(
    http.get("*/api/v1/me/record", async () => {
      lists.reads += 1;
      return read(() => ({ ...record }))();
    }),
    http.get(
      "*/api/v1/me/list",
      // Each item has the facts of its title, so that there are no columns of them.
      read(() => ({ ...at(), items, titles: {} })),
    ),
    http.patch("*/api/v1/me/list", async ({ request }) => {
      const bulk = (await request.json()) as BulkEdit;
      lists.writes.push(`PATCH list of ${bulk.mal_ids.length}`);
      const failed = await failing(0);
      if (failed) return failed;
      lists.bulks.push(bulk);
      return HttpResponse.json({ results: editsInBulk(bulk), ...at() } as object);
    }),
    http.patch("*/api/v1/me/list/:id", async ({ request, params }) => {
      const malId = Number(params.id);
      const sent = (await request.json()) as SentEdit;
      lists.writes.push(`PATCH list ${malId}`);
      const failed = await failing(malId);
      if (failed) return failed;
      if (malId === lists.refuse?.malId)
        return problem(422, "invalid_request", lists.refuse.detail);
      lists.edits.push({ ...sent, mal_id: malId });
      return HttpResponse.json({ ...edited(malId, sent), ...at() } as object);
    }),
    http.delete("*/api/v1/me/list/:id", async ({ request, params }) => {
      const malId = Number(params.id);
      lists.writes.push(`DELETE list ${malId}`);
      const failed = await failing(malId);
      if (failed) return failed;
      lists.removals.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ event: lists.set(malId, null), ...at() });
    }),
    http.post("*/api/v1/me/activity/undo", async ({ request }) => {
      const { events } = (await request.json()) as { events: number[] };
      const undone = events.map((event) => before.get(event) ?? ([0, null] as const));
      lists.writes.push(`undo ${undone.map(([malId]) => malId).join(" ")}`);
      const failed = await failing(undone[0]?.[0] ?? 0);
      if (failed) return failed;
      const results = undone.map(([mal_id, item]): ListResult => {
        const event = lists.set(mal_id, item);
        return { mal_id, event, item, error: null, changed_since: [] };
      });
      return HttpResponse.json({ results, ...at() } as object);
    }),
    ...(["watchlist", "history"] satisfies ListName[]).map((list) =>
      http.all(`*/api/v1/me/${list}/:id`, async ({ request: { method, url }, params }) => {
        const { id } = params;
        lists.writes.push(`${method} ${list} ${id}`);
        if (method === "PUT") lists.additions.push(Object.fromEntries(new URL(url).searchParams));
        const failed = await failing(Number(id));
        if (failed) return failed;
        lists.change(method, list, Number(id));
        return HttpResponse.json({ version: record.version });
      }),
    ),
  );
  return lists;
}

const entryOf = ({
  mal_id,
  title,
  title_english,
  image_url,
  mean,
  popularity,
  genres,
}: ListItem) => ({
  mal_id,
  title,
  title_english,
  image_url,
  score: mean,
  popularity,
  genres,
});
