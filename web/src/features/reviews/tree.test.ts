import { expect, test } from "vitest";
import type { Block, Inline } from "@/api/reviews";
import { blocksAtFirst, hasSpoiler } from "./tree";

const paragraph = (text: string): Block => ({
  type: "paragraph",
  children: [{ type: "text", text }],
});
const long = paragraph("x".repeat(60));

test.each([
  [[], 0],
  [[long], 1],
  [[long, long], 1],
  [[paragraph("x"), long, long], 2],
  [[{ type: "quote", children: [long, long] }, paragraph("x")] satisfies Block[], 1],
  [
    [
      { type: "list", start: null, items: [{ children: [paragraph("x")] }] },
      long,
    ] satisfies Block[],
    2,
  ],
])("of %j at first %d blocks show", (blocks, count) => {
  expect(blocksAtFirst(blocks, 100)).toBe(count);
});

test("a spoiler is found at any depth", () => {
  const spoiler: Inline = { type: "spoiler", children: [{ type: "text", text: "x" }] };
  expect(
    hasSpoiler([{ type: "strong", children: [{ type: "emphasis", children: [spoiler] }] }]),
  ).toBe(true);
  expect(
    hasSpoiler([{ type: "strong", children: [{ type: "text", text: "x" }] }, { type: "break" }]),
  ).toBe(false);
});
