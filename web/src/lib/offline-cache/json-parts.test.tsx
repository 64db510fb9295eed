import { afterEach, expect, test, vi } from "vitest";
import { jsonParts } from "./json-parts";

afterEach(() => {
  vi.restoreAllMocks();
});

const list = Array.from({ length: 1_001 }, (_, n) => ({ n, text: `"[${n}],"`, none: undefined }));

test.each([
  [{}],
  [{ none: undefined }],
  [{ list, after: "x", none: undefined, nothing: null, short: [1, "]"] }],
  [{ list: list.slice(0, 200), other: list.slice(0, 201) }],
  [[1, { a: 2 }]],
])("the parts together are the JSON of the answer", async (answer) => {
  const json = (await jsonParts(answer)).join("");
  expect(json).toBe(JSON.stringify(answer));
});

test("a long list leaves time between its parts, unless the page is closed", async () => {
  const timer = vi.spyOn(globalThis, "setTimeout");
  await jsonParts({ list });
  expect(timer).toHaveBeenCalledTimes(5);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await jsonParts({ list });
  expect(timer).toHaveBeenCalledTimes(5);
});
