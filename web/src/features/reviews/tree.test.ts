import { expect, test } from "vitest";
import type { Block, Inline } from "@/api/reviews";
import { blocksAtFirst, hiddenHost, shows, spoilerBegins, spoilerOf } from "./tree";

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

const text: Inline = { type: "text", text: "x" };
const spoiler = (number: number): Inline => ({ type: "spoiler", number, children: [text] });
const line = (...children: Inline[]): Block => ({ type: "paragraph", children });

test("a link is hidden with the spoiler inside it, at any depth", () => {
  const strong: Inline = { type: "strong", children: [spoiler(3)] };
  const link: Inline = { type: "link", href: "https://example.org/", children: [text, strong] };
  expect(spoilerOf(link)).toBe(3);
  expect(spoilerOf(strong)).toBeNull();
  expect(spoilerOf({ ...link, children: [text] })).toBeNull();
});

test("each spoiler begins once, however far it goes", () => {
  const [first, second, inList, inStrong] = [spoiler(1), spoiler(1), spoiler(1), spoiler(2)];
  const begins = spoilerBegins([
    line(text, first),
    line(second),
    { type: "list", start: null, items: [{ children: [line(inList)] }] },
    { type: "quote", children: [line({ type: "strong", children: [inStrong] })] },
  ]);
  expect([...begins]).toEqual([
    [1, first],
    [2, inStrong],
  ]);
  expect(begins.get(1)).toBe(first);
});

test("a block shows if any part of it shows", () => {
  const hides = (part: Inline) => part.type === "spoiler";
  expect(shows(line(spoiler(1), { type: "break" }), hides)).toBe(false);
  expect(shows(line(spoiler(1), text), hides)).toBe(true);
  expect(shows({ type: "quote", children: [line(spoiler(1))] }, hides)).toBe(false);
  const items = [{ children: [line(spoiler(1))] }, { children: [line(text)] }];
  expect(shows({ type: "list", start: null, items }, hides)).toBe(true);
});

test.each([
  ["here", "https://other.example/a", "other.example"],
  ["https://known.example", "https://other.example/", "other.example"],
  ["https://other.example@known.example", "https://known.example/", "known.example"],
  ["known.example", "https://other.example/", "other.example"],
  ["here", "https://other.example:8443/", "other.example:8443"],
  ["other.example/a", "https://other.example/", null],
  ["https://Other.example/a", "https://other.example/a", null],
  [" http://other.example?a ", "https://other.example/?a", null],
])("the host behind %j to %s is shown as %s", (words, href, host) => {
  const children: Inline[] = [{ type: "strong", children: [{ type: "text", text: words }] }];
  expect(hiddenHost({ type: "link", href, children })).toBe(host);
});
