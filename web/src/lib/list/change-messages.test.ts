import { expect, test } from "vitest";
import { bulkText } from "./change-messages";

test.each([
  [{ status: "paused" as const }, "12 titles: On hold."],
  [{ score: 85 }, "12 titles: score 8.5."],
  [{ score: 0 }, "12 titles: no score."],
  [{ add_tags: ["slow"] }, "12 titles: tag “slow” added."],
  [{ remove_tags: ["slow"] }, "12 titles: tag “slow” removed."],
])("an edit of many, %o, says what it has done", (fields, text) => {
  expect(bulkText(12, fields, "10_decimal")).toBe(text);
});
