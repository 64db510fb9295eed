import type {
  ImportCounts,
  ImportedTitle,
  ImportItem,
  ImportPolicy,
  ImportPreview,
  ImportState,
} from "@/api/imports";
import { formatCount, titleCount } from "@/lib/format";
import { entryCount, waitingRows } from "@/lib/imports";

const formatNames: Record<string, string> = {
  myanimelist: "MyAnimeList",
  myanimelist_json: "MyAnimeList",
  shikimori_xml: "Shikimori",
  shikimori: "Shikimori",
  anilist: "AniList",
  anilist_data: "AniList",
  kitsu: "Kitsu",
  anime_planet: "Anime-Planet",
  simkl: "Simkl",
  trakt: "Trakt",
  yamtrack: "Yamtrack",
  csv: "CSV",
  mitai: "Mitai",
};

/** Returns the name of the service or format that a file is of. */
export const formatName = (format: string) => formatNames[format] ?? format;

/** The services whose files are read, and where people find them. */
export const sources = [
  {
    name: "MyAnimeList",
    how: "On your profile press Export, then take the anime list: .xml or .xml.gz.",
  },
  { name: "AniList", how: "Open anilist.co/gdpr/download while you are signed in: JSON." },
  { name: "Kitsu", how: "Settings, Exports: MyAnimeList’s XML. The API’s JSON works, too." },
  { name: "Shikimori", how: "Settings, Lists, Export: JSON or XML." },
  { name: "Anime-Planet", how: "Settings, Export anime list: JSON. Titles are matched by name." },
  { name: "Simkl", how: "Settings, Backup: the JSON in it." },
  { name: "Trakt", how: "Settings, Data, Export: the files watched-history. By name, too." },
  { name: "Yamtrack", how: "Settings, Export: CSV." },
  { name: "Any CSV", how: "With a line of names at its top. You say what the columns mean." },
  { name: "Mitai", how: "The JSON from “Take your list with you”, below." },
] as const;

/** What tells a title from others of its name: "TV · 2013 · 25 episodes". */
export const factsText = ({ kind, year, episodes }: ImportedTitle) =>
  [kind, year, episodes && `${formatCount(episodes)} ${episodes === 1 ? "episode" : "episodes"}`]
    .filter(Boolean)
    .join(" · ");

/** What people read for the outcome of a row, in the order of the counts. */
export const stateNames: Record<ImportState, string> = {
  added: "New",
  changed: "Changed",
  kept: "Kept as yours",
  equal: "The same",
  proposed: "To confirm",
  unresolved: "Not found",
  refused: "Not taken",
  skipped: "Left out",
};

/** How many sentences there are about a row: a value that was not taken as it stands, or what else an import says of it. */
export const remarksText = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "remark" : "remarks"}`;

/** Whether a row waits for its user to choose its title: nobody knows it, or takes it for an anime. */
export const chooses = ({ state, title, takes_title }: ImportItem) =>
  state === "unresolved" || (state === "refused" && title === null && takes_title);

/** The sentence about the rows that each filter shows. */
export const stateHints: Record<ImportState, string> = {
  added: "These titles come to your list.",
  changed: "These titles are on your list already, and take something over from the file.",
  kept: "The file says something else about these titles, and your list stays as it is.",
  equal: "Your list says the same about these titles already.",
  proposed: "Only the name says which titles these are. Please accept them, or choose others.",
  unresolved:
    "Mitai does not know these titles yet. They are kept, and come to your list once it does.",
  refused:
    "These rows are not taken. Each says why; what is an anime all the same can get its title.",
  skipped: "You have left these out.",
};

/** The message in place of rows, for each filter that has none. */
export const emptyTexts: Record<ImportState, string> = {
  added: "No title of this file is new to your list.",
  changed: "Nothing on your list changes.",
  kept: "Nowhere does your list stay against the file.",
  equal: "No title of this file is on your list just so.",
  proposed: "No title waits to be accepted.",
  unresolved: "Mitai knows every title of this file.",
  refused: "Every row of this file can be taken.",
  skipped: "You have left nothing out.",
};

export const states = Object.keys(stateNames) as ImportState[];

export const isState = (text: string | null): text is ImportState =>
  text !== null && Object.hasOwn(stateNames, text);

/** Stands in the address instead of a state: rows of which not every value is taken. */
export const REMARKED = "remarked";

/** The filter of the rows: a state, or rows with a remark. */
export type Filter = ImportState | typeof REMARKED;

/** The name of each policy for values that differ. */
export const policyNames: Record<ImportPolicy, string> = {
  mine: "Keep mine",
  theirs: "Take the file’s",
  newer: "Take the newer",
  furthest: "Further progress",
};

export const policyHints: Record<ImportPolicy, string> = {
  mine: "Your list stays. The file fills in what is missing. It gives a finish date only where you have finished or dropped the title. A plan becomes what you have watched.",
  theirs: "What the file says takes the place of yours.",
  newer: "Whatever was changed last stands, title by title.",
  furthest: "More episodes, the earliest start, the latest end. Nothing falls back.",
};

export const policies = Object.keys(policyNames) as ImportPolicy[];

type Planned = Pick<ImportPreview, "counts" | "differing" | "rows">;

/** Returns the label of the Apply button: what it will do; null where it does nothing. */
export function applyText({ counts }: Pick<Planned, "counts">): string | null {
  const { added, changed } = counts;
  const waiting = waitingRows(counts);
  const parts = [
    added > 0 && `add ${titleCount(added)}`,
    changed > 0 && `change ${added > 0 ? formatCount(changed) : titleCount(changed)}`,
    waiting > 0 &&
      `keep ${added + changed > 0 ? formatCount(waiting) : entryCount(waiting)} for later`,
  ].filter((part) => part !== false);
  const last = parts.pop();
  if (last === undefined) return null;
  const text = parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns why there is nothing to apply. */
export function nothingText({ counts, differing, rows }: Planned): string {
  const { kept, refused, skipped, waiting } = counts;
  if (rows === 0) return "There are no titles in this file.";
  if (refused === rows) return "Nothing in this file could be taken.";
  if (refused + skipped === rows) return "Nothing is left: you have left out what could be taken.";
  if (kept > 0) return "Nothing changes: where the file says something else, your list stays.";
  if (waiting > 0 && differing > 0)
    return "Nothing changes: where the file says something else, what an earlier import said stays.";
  if (waiting > 0)
    return "Nothing changes: what this file says is on your list already, or kept until Mitai knows its title.";
  return "Everything in this file is on your list already.";
}

/** The outcome of the rows that have changed nothing, and how many came with remarks. */
export function restText(counts: ImportCounts): string {
  const { kept, equal, refused, skipped, waiting, remarked } = counts;
  const parts = [
    kept > 0 && `${formatCount(kept)} ${kept === 1 ? "was" : "were"} different and stayed yours`,
    equal > 0 && `${formatCount(equal)} ${equal === 1 ? "was" : "were"} the same already`,
    waiting > 0 &&
      `${formatCount(waiting)} ${waiting === 1 ? "stays" : "stay"} as an earlier import has it`,
    refused > 0 && `${formatCount(refused)} ${refused === 1 ? "was" : "were"} not taken`,
    skipped > 0 && `${formatCount(skipped)} ${skipped === 1 ? "was" : "were"} left out`,
    remarked > 0 && `${formatCount(remarked)} came with ${remarked === 1 ? "a remark" : "remarks"}`,
  ].filter((part) => part !== false);
  const rest = "Everything else on your list is as it was.";
  return parts.length > 0 ? `${parts.join(", ")}. ${rest}` : rest;
}
