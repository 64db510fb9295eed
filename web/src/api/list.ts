import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { withCachedFallback } from "@/lib/offline-cache/fallback";
import { getJson } from "./client";
import type { components } from "./schema.gen";

/** The largest number of titles in one edit, or in one undo, of several titles. */
export const MAX_TITLES = 500;

type Schemas = components["schemas"];

export type Status = Schemas["ListStatus"];
/** A run: one watching of a title. */
export type Run = Schemas["ListRun"];
/** The user's entry of a title, with the facts of the title that a list shows. */
export type ListItem = Schemas["ListItem"];
export type AnimeList = Omit<SentList, "items" | "titles"> & { items: readonly ListItem[] };
/** The list as the server sends it: the facts of its titles come by column. */
type SentList = Schemas["AnimeList"];
/** The body of an edit, as the server takes it. */
export type SentEdit = Schemas["ListEdit"];
/** The fields to change. Omitted fields stay; null clears a field that may be empty. */
export type ListEdit = {
  [Name in Exclude<
    keyof SentEdit,
    "op_id" | "base_version" | "age_ms" | "today" | NoneFields
  >]?: NonNullable<SentEdit[Name]>;
} & Pick<SentEdit, NoneFields> & { today: string };
type NoneFields = "score" | "run_score" | "started" | "finished";
/** What a change of one entry answers; `event` is null where nothing changed. */
export type ListAnswer = Schemas["ListChange"];
/** The result of an edit of several titles for one of them. */
export type ListResult = Schemas["ListResult"];
export type ListResults = Schemas["ListChanges"];
export type BulkEdit = Schemas["ListBulkEdit"];
export type Restore = Schemas["RestoreForm"];
export type Preferences = Schemas["Preferences"];
/** A field of an entry, or of one of its runs. */
export type ChangedField = Schemas["ChangedField"];
/** A changed field, with its values before and after the change. */
export type ChangedValue = Schemas["ChangedValue"];
/** One change of one entry, with its title. */
export type ListEvent = Schemas["ActivityItem"];
export type ActivityPage = Schemas["Activity"];

/** A change of the library as far as the list knows it: null is one of something else. */
export interface ListChange {
  version: number;
  position: string;
  change: { item: ListItem } | { removed: number } | null;
}

async function getList(address: string, signal: AbortSignal): Promise<AnimeList> {
  const { titles, ...list } = await getJson<SentList>(address, signal);
  const columns = Object.entries(titles);
  const factsOf = (index: number) =>
    Object.fromEntries(columns.map(([name, values]) => [name, values[index]]));
  const items = list.items.map((entry, index) => ({ ...entry, ...factsOf(index) }));
  return { ...list, items: items as unknown as ListItem[] };
}

/**
 * The user's whole list. The live stream carries it on, so an answer that was overtaken on its way is dropped.
 */
export const listQuery = (uid: string) => {
  const queryKey = ["/api/v1/me/list", uid] as const;
  return queryOptions({
    queryKey,
    queryFn: async (asking) => {
      const { client, signal } = asking;
      const now = await withCachedFallback(asking, getList(queryKey[0], signal));
      const before = client.getQueryData<AnimeList>(queryKey);
      return before && before.version > now.version ? before : now;
    },
    meta: { cached: true },
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
};

/** Reads the list as it was at an instant. One that is past stays as it was. */
export const listAtQuery = (uid: string, at: string) =>
  queryOptions({
    queryKey: [`/api/v1/me/list?at=${encodeURIComponent(at)}`, uid] as const,
    queryFn: ({ queryKey, signal }) => getList(queryKey[0], signal),
    staleTime: Date.parse(at) < Date.now() ? Number.POSITIVE_INFINITY : 0,
  });

const ACTIVITY = "/api/v1/me/activity";

/** Reads the changes of a kind, newest first, in pages. */
export const changesQuery = (uid: string, kind: string) =>
  infiniteQueryOptions({
    queryKey: [`${ACTIVITY}?${kind}`, uid] as const,
    queryFn: ({ queryKey, pageParam, signal }) =>
      getJson<ActivityPage>(
        pageParam === null ? queryKey[0] : `${queryKey[0]}&before=${pageParam}`,
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

/** Changes of the list. The last change of an import, its undo or a restore represents the whole group. */
export const activityQuery = (uid: string) => changesQuery(uid, "together=true");

/** Reads the changes of an import, or those of its undo. */
export const importActivityQuery = (uid: string, id: number, undone: boolean) =>
  changesQuery(uid, undone ? `undone_import=${id}` : `import=${id}`);

/** Reads all changes of the restore to which a change belongs. */
export const restoreActivityQuery = (uid: string, event: number) =>
  changesQuery(uid, `restore=${event}`);

/** Number of changes that the server gives at once, and of pages that are asked for. */
const RECENT = { limit: 200, pages: 5 };

/** Reads the latest changes in one request: enough to find a big change. */
export const recentActivityQuery = (uid: string) =>
  queryOptions({
    queryKey: [`${ACTIVITY}?together=true&limit=${RECENT.limit}`, uid] as const,
    queryFn: async ({ queryKey, signal }) => {
      const items: ListEvent[] = [];
      let before: number | null = null;
      for (let page = 0; page < RECENT.pages; page++) {
        const address = before === null ? queryKey[0] : `${queryKey[0]}&before=${before}`;
        const answer: ActivityPage = await getJson<ActivityPage>(address, signal);
        items.push(...answer.items);
        before = answer.next;
        if (before === null) break;
      }
      return items;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Reads the latest changes of one title. */
export const titleActivity = (malId: number, signal: AbortSignal) =>
  getJson<ActivityPage>(`${ACTIVITY}?mal_id=${malId}&limit=50`, signal);
