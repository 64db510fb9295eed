/** The columns of a CSV, with its first rows for the user who assigns them. */

import type { CsvAsRead } from "@/api/imports";

/** Number of bytes at the start of the file that are looked at. */
const START = 64 * 1024;

/** What a column may mean, by the API's names, in the order in which people read them. */
export const meanings = {
  title: "Title",
  mal_id: "Number at MyAnimeList",
  status: "Status",
  progress: "Episodes seen",
  score: "Score",
  started: "Started",
  finished: "Finished",
  rewatches: "Rewatches",
  notes: "Notes",
  tags: "Tags",
  private: "Private",
} as const;

export type Meaning = keyof typeof meanings;

/** Returns a meaning by its name in the API; empty if there is none of this name. */
export const asMeaning = (name: string): Meaning | "" =>
  Object.hasOwn(meanings, name) ? (name as Meaning) : "";

/** Words in the names of columns that say what these mean, the more telling ones first. */
const hints: readonly [RegExp, Meaning][] = [
  [/mal.?id|myanimelist/i, "mal_id"],
  [/title|name|anime|show|作品|タイトル/i, "title"],
  [/status|state|list/i, "status"],
  [/score|rating|points|stars/i, "score"],
  [/rewatch|repeat/i, "rewatches"],
  [/episode|progress|watched|seen/i, "progress"],
  [/start|began|begun/i, "started"],
  [/finish|end|completed/i, "finished"],
  [/note|comment|review/i, "notes"],
  [/tag|label/i, "tags"],
  [/private|hidden/i, "private"],
];

/** What columns of these names may mean; each meaning once, and nothing where the name says nothing. */
export function guesses(names: readonly string[]): (Meaning | "")[] {
  const taken = new Set<Meaning>();
  return names.map((name) => {
    const hint = hints.find(([words, meaning]) => words.test(name) && !taken.has(meaning));
    if (!hint) return "";
    taken.add(hint[1]);
    return hint[1];
  });
}

/** What may stand between the cells of a CSV. */
const separators = [",", ";", "\t", "|"] as const;

/** What stands between the cells of a text: of its first line, what stands there most. */
export function separatorOf(text: string): string {
  const [line = ""] = text.replaceAll(/"(?:[^"]|"")*"/g, "").split(/[\r\n]/, 1);
  const counted = separators.map((separator) => ({
    separator,
    count: line.split(separator).length,
  }));
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}

/** Returns the rows of a text, at most `most`. The last may be cut off. */
export function rowsOf(text: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const separator = separatorOf(text);
  const by = separator === "|" ? "\\|" : separator;
  const cells = new RegExp(`("(?:[^"]|"")*"?|[^${by}\\r\\n]*)(${by}|\\r\\n|\\r|\\n|$)`, "g");
  for (const [whole, cell = "", end] of text.matchAll(cells)) {
    if (whole === "" && row.length === 0) break;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell.trim());
    if (end === separator) continue;
    if (row.some((each) => each !== "")) rows.push(row);
    row = [];
    if (rows.length === most || end === "") break;
  }
  return rows;
}

async function firstBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const first = new Uint8Array(await file.slice(0, START).arrayBuffer());
  if (first[0] !== 0x1f || first[1] !== 0x8b) return first;
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ? value.slice(0, START) : new Uint8Array();
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

/** The first rows below the names of the columns; none where they cannot be read here. */
export async function firstRows(file: Blob, most: number): Promise<string[][]> {
  try {
    const bytes = await firstBytes(file);
    const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
    return rowsOf(text, most + 1).slice(1);
  } catch {
    return [];
  }
}

/** Returns the columns that were read, in words: "Title, Status and Score out of 10". */
export function readingText({ columns, score_of }: CsvAsRead): string {
  const read = columns.flatMap(({ meaning }) => {
    const known = asMeaning(meaning ?? "");
    if (known === "") return [];
    return known === "score" ? `${meanings.score} out of ${score_of}` : meanings[known];
  });
  const last = read.pop() ?? "";
  return read.length > 0 ? `${read.join(", ")} and ${last}` : last;
}
