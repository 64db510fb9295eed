import type { ListEdit } from "@/api/list";
import type { Scale } from "./scales";
import { scoreText } from "./score-text";
import { statusNames } from "./statuses";

const textOf = (value: string | null) => value ?? "none";

/** What an edit would change, line by line. Notes are left out: they are texts of their own. */
export function editTexts(edit: ListEdit | null, scale: Scale): string[] {
  if (edit === null) return ["Take it off the list"];
  const score = (kept: number | null) => (kept ? scoreText(kept, scale) : "none");
  const { status, progress, started, finished, add_tags = [], remove_tags = [], tags } = edit;
  return [
    status !== undefined && `Status: ${statusNames[status]}`,
    edit.rewatch && "Watch again",
    progress !== undefined && `Episodes: ${progress}`,
    edit.score !== undefined && `Score: ${score(edit.score)}`,
    edit.run_score !== undefined && `Score this time: ${score(edit.run_score)}`,
    started !== undefined && `Started: ${textOf(started)}`,
    finished !== undefined && `Finished: ${textOf(finished)}`,
    edit.runs !== undefined && `Runs: ${edit.runs.length}`,
    tags !== undefined && `Tags: ${tags.join(", ") || "none"}`,
    ...add_tags.map((tag) => `Tag “${tag}” added`),
    ...remove_tags.map((tag) => `Tag “${tag}” removed`),
    edit.private !== undefined && (edit.private ? "Private" : "Not private"),
  ].filter((text) => typeof text === "string");
}
