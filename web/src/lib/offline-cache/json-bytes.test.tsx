import { afterEach, expect, test, vi } from "vitest";
import { jsonBytes } from "./json-bytes";

afterEach(() => {
  vi.restoreAllMocks();
});

const list = Array.from({ length: 1_001 }, (_, n) => ({
  n,
  text: `"[${n}],進撃の巨人"`,
  none: undefined,
}));

test.each([
  [null],
  [{}],
  [{ none: undefined }],
  [{ list, after: "x", none: undefined, nothing: null, short: [1, "]"] }],
  [{ list: list.slice(0, 200), other: list.slice(0, 201) }],
  [[1, { a: 2 }]],
])("the bytes are the JSON of the answer", async (answer) => {
  const json = new TextDecoder().decode(await jsonBytes(answer));
  expect(json).toBe(JSON.stringify(answer));
});

test("writing a long list yields between its parts, unless the page is closed", async () => {
  const timer = vi.spyOn(globalThis, "setTimeout");
  await jsonBytes({ list });
  expect(timer).toHaveBeenCalledTimes(5);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await jsonBytes({ list });
  expect(timer).toHaveBeenCalledTimes(5);
});
