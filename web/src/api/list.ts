import { queryOptions } from "@tanstack/react-query";
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

export interface AnimeList {
  version: number;
  position: string;
  items: ListItem[];
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
    queryFn: async ({ client, signal }) => {
      const now = await getJson<AnimeList>(queryKey[0], signal);
      const before = client.getQueryData<AnimeList>(queryKey);
      return before && before.version > now.version ? before : now;
    },
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
};
