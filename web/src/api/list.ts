import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { withCachedFallback } from "@/lib/offline-cache/fallback";
import { getJson } from "./client";

/**
 * The user's list as the API will describe it. Written by hand until the API's own description has it: then these
 * types come from `schema.gen.ts`.
 */
export type Status = "planned" | "watching" | "completed" | "paused" | "dropped";

/** One watching of a title. */
export interface Run {
  state: "open" | "done" | "abandoned";
  progress: number;
  /** `2019`, `2019-04` or `2019-04-12`. */
  started: string | null;
  finished: string | null;
  /** 1 to 100. */
  score: number | null;
}

/** What the user keeps of a title, with what a list shows of it. */
export interface ListItem {
  mal_id: number;
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  image_url: string | null;
  mean: number | null;
  popularity: number | null;
  genres: string[];
  /** Null where it is not known. */
  episodes: number | null;
  airing: "not_yet_aired" | "airing" | "finished" | "unknown";
  kind: string | null;
  year: number | null;
  added_at: string;
  status: Status;
  /** Of the current run, as are the dates. */
  progress: number;
  started: string | null;
  finished: string | null;
  /** 1 to 100. */
  score: number | null;
  notes: string;
  tags: string[];
  private: boolean;
  rewatches: number;
  /** Never empty; the last one is the current run. */
  runs: Run[];
}

/** What the user wants changed. What is left out stays. */
export interface ListEdit {
  status?: Status;
  progress?: number;
  score?: number | null;
  started?: string | null;
  finished?: string | null;
  notes?: string;
  tags?: string[];
  add_tags?: string[];
  remove_tags?: string[];
  private?: boolean;
  /** Opens a new run. */
  rewatch?: boolean;
  runs?: Run[];
  /** The run, from 1, that progress and dates mean; without it the current one. */
  run?: number;
  /** The user's calendar date, for the dates that the rules set. */
  today: string;
}

/** An edit as it is sent. */
export interface SentEdit extends ListEdit {
  op_id: string;
  /** The version of the library that the user saw. */
  base_version?: number;
}

/** What a change of one entry answers; `event` is null where nothing changed. */
export interface ListAnswer {
  version: number;
  position: string;
  event: number | null;
  item: ListItem | null;
}

/** How one title of several fared. */
export interface ListResult {
  mal_id: number;
  event: number | null;
  item: ListItem | null;
  /** Why it was refused, in a sentence. */
  error: string | null;
}

export interface ListResults {
  version: number;
  position: string;
  results: ListResult[];
}

export interface BulkEdit {
  mal_ids: number[];
  edit?: Omit<SentEdit, "op_id">;
  remove?: boolean;
  op_id: string;
  base_version?: number;
}

export interface UndoAnswer extends ListAnswer {
  /** Fields that were changed after what was undone, and stayed. */
  changed_since: ChangedField[];
}

export interface Restore {
  at: string;
  mal_ids?: number[];
  status?: Status;
  op_id: string;
}

export interface Preferences {
  score_scale: "100" | "10_decimal" | "10" | "5_stars" | "3_faces";
  title_language: "english" | "romaji" | "japanese";
  /** As "Europe/Berlin"; null is the browser's. */
  time_zone: string | null;
  week_start: "monday" | "sunday" | "saturday";
}

/** A field of an entry, or of one of its runs. */
export interface ChangedField {
  field:
    | "status"
    | "score"
    | "notes"
    | "private"
    | "extra_runs"
    | "added_at"
    | "tag"
    | "state"
    | "progress"
    | "started"
    | "finished";
  /** Number of the run, from 1, whose field it is. */
  run: number | null;
  tag: string | null;
}

/** How a change left a field. */
export interface ChangedValue extends ChangedField {
  old: number | boolean | string | null;
  new: number | boolean | string | null;
  by_rule: boolean;
}

/** One change of one entry, which is kept for ever. */
export interface ListEvent {
  event: number;
  at: string;
  mal_id: number;
  /** Null where the catalogue does not hold the title any more. */
  title: string | null;
  title_english: string | null;
  title_japanese: string | null;
  image_url: string | null;
  /** What the browser called itself. */
  device: string | null;
  cause: "hand" | "undo" | "restore" | "import" | "migrated" | "sync";
  /** The event that this one took back. */
  undoes: number | null;
  /** The instant that it brought back. */
  restores: string | null;
  import: string | null;
  changes: ChangedValue[];
  kind: "added" | "edited" | "removed";
  can_undo: boolean;
}

export interface ActivityPage {
  items: ListEvent[];
  next: number | null;
}

export interface ListReads {
  "/api/v1/me/list": AnimeList;
  "/api/v1/me/activity": ActivityPage;
  "/api/v1/me/preferences": Preferences;
}

export interface ListWrites {
  "PATCH /api/v1/me/list/{mal_id}": [SentEdit, ListAnswer];
  "DELETE /api/v1/me/list/{mal_id}": [undefined, ListAnswer];
  "PATCH /api/v1/me/list": [BulkEdit, ListResults];
  "POST /api/v1/me/activity/{event}/undo": [{ op_id: string }, UndoAnswer];
  "POST /api/v1/me/list/restore": [Restore, ListResults];
  "PATCH /api/v1/me/preferences": [Partial<Preferences>, Preferences & { version?: number }];
}

export interface AnimeList {
  version: number;
  position: string;
  items: readonly ListItem[];
}

/** A change of the library as far as the list knows it: null is one of something else. */
export interface ListChange {
  version: number;
  position: string;
  change: { item: ListItem } | { removed: number } | null;
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
      const now = await withCachedFallback(asking, getJson<AnimeList>(queryKey[0], signal));
      const before = client.getQueryData<AnimeList>(queryKey);
      return before && before.version > now.version ? before : now;
    },
    meta: { cached: true },
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
};

/** The list as it was at the end of a day where the user is, as `2026-03-14`, or at an instant. */
export const listThenQuery = (uid: string, at: string) =>
  queryOptions({
    queryKey: [`/api/v1/me/list?at=${encodeURIComponent(at)}`, uid] as const,
    queryFn: ({ queryKey, signal }) => getJson<AnimeList>(queryKey[0], signal),
  });

const ACTIVITY = "/api/v1/me/activity";

/** What was changed, newest first, in pages. */
export const activityQuery = (uid: string) =>
  infiniteQueryOptions({
    queryKey: [ACTIVITY, uid] as const,
    queryFn: ({ pageParam, signal }) =>
      getJson<ActivityPage>(
        pageParam === null ? ACTIVITY : `${ACTIVITY}?before=${pageParam}`,
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

/** What was changed of one title last. */
export const titleActivity = (malId: number, signal: AbortSignal) =>
  getJson<ActivityPage>(`${ACTIVITY}?mal_id=${malId}&limit=3`, signal);
