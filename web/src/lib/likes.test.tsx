import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { toggleLike, useLiked } from "./likes";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("a like is stored in this browser and can be undone", () => {
  const { result, unmount } = renderHook(() => useLiked(1));
  expect(result.current).toBe(false);

  act(() => toggleLike(1));
  expect(result.current).toBe(true);
  expect(localStorage.getItem("mitai:likes")).toBe("[1]");

  unmount();
  const again = renderHook(() => useLiked(1));
  expect(again.result.current).toBe(true);

  act(() => toggleLike(1));
  expect(again.result.current).toBe(false);
  expect(localStorage.getItem("mitai:likes")).toBe("[]");
});

test("another tab's like shows", () => {
  const { result } = renderHook(() => useLiked(7));
  localStorage.setItem("mitai:likes", "[7]");
  act(() => {
    dispatchEvent(new StorageEvent("storage", { key: "mitai:likes" }));
  });
  expect(result.current).toBe(true);
});

test.each(["not json", '{"a":1}', '["7"]', "null"])(
  "an invalid stored value (%s) is no like",
  (stored) => {
    localStorage.setItem("mitai:likes", stored);
    const { result } = renderHook(() => useLiked(7));
    expect(result.current).toBe(false);
  },
);

test("without storage, likes last until the page is left", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { result } = renderHook(() => useLiked(3));
  act(() => toggleLike(3));
  expect(result.current).toBe(true);
  act(() => toggleLike(3));
  expect(result.current).toBe(false);
});
