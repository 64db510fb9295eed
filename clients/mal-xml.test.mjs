/** `fast-xml-parser`, which many importers use, reads Mitai's export in MyAnimeList's form. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";

const xml = readFileSync(process.env.MITAI_LIST_XML, "utf8");
const { entries } = JSON.parse(readFileSync(process.env.MITAI_LIST_JSON, "utf8"));

const words = { planned: "Plan to Watch", paused: "On-Hold", dropped: "Dropped" };

function status(entry) {
  const isDone = (run) => run.state === "done";
  if (entry.status !== "watching") return [words[entry.status ?? "planned"] ?? "Completed", "0"];
  return entry.runs.some(isDone) ? ["Completed", "1"] : ["Watching", "0"];
}

/** What is not known of a date is zeros. */
function day(date) {
  const [year = "0000", month = "00", day = "00"] = date?.date.split("-") ?? [];
  return `${year}-${month}-${day}`;
}

function expected({ mal_id, title, entry }) {
  const runs = entry.runs ?? [{}];
  const current = runs.findLast((run) => run.state !== "abandoned") ?? runs.at(-1);
  const done = runs.filter((run) => run.state === "done").length;
  const [my_status, my_rewatching] = status(entry);
  const score = entry.score === undefined ? 0 : Math.max(1, Math.round(entry.score / 10));
  return {
    series_animedb_id: String(mal_id),
    series_title: title,
    my_watched_episodes: String(current.progress ?? 0),
    my_start_date: day(runs[0].started),
    my_finish_date: day(runs[0].finished),
    my_score: String(score),
    my_status,
    my_comments: entry.notes ?? "",
    my_times_watched: String(Math.max(0, done - 1) + (entry.extra_runs ?? 0)),
    my_tags: (entry.tags ?? []).join(", "),
    my_rewatching,
    update_on_import: "1",
  };
}

test("every entry equals the one on the list", () => {
  assert.equal(XMLValidator.validate(xml), true);
  const parser = new XMLParser({ parseTagValue: false, trimValues: false });
  const { myinfo, anime } = parser.parse(xml).myanimelist;
  assert.equal(myinfo.user_export_type, "1");
  assert.equal(anime.length, entries.length);
  for (const [place, row] of entries.entries()) {
    const wanted = expected(row);
    const names = Object.keys(wanted);
    const read = Object.fromEntries(names.map((name) => [name, anime[place][name]]));
    assert.deepEqual(read, wanted);
  }
});
