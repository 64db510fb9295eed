import type { ListItem, Run } from "@/api/list";

export const someRun = (fields: Partial<Run> = {}): Run => ({
  state: "open",
  progress: 0,
  started: null,
  finished: null,
  score: null,
  ...fields,
});

/** An entry of a title with 24 episodes; progress and dates are those of its last run. */
export function someItem(fields: Partial<ListItem> = {}): ListItem {
  const runs = fields.runs ?? [someRun({ progress: fields.progress ?? 0 })];
  const { progress, started, finished } = runs.at(-1)!;
  return {
    mal_id: 1,
    title: "Title 1",
    title_english: null,
    title_japanese: null,
    image_url: null,
    mean: null,
    popularity: null,
    genres: [],
    episodes: 24,
    airing: "finished",
    kind: "TV",
    year: 2013,
    added_at: "2026-11-01T00:00:00Z",
    status: "planned",
    score: null,
    notes: "",
    tags: [],
    private: false,
    rewatches: 0,
    progress,
    started,
    finished,
    ...fields,
    runs,
  };
}
