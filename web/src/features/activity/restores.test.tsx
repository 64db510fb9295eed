import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { someUser } from "@/test/account";
import { showActivity as show, someEvent } from "@/test/activity";
import { answer } from "@/test/server";
import { fakeStreams } from "@/test/stream";

beforeEach(() => {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
});

const restored = {
  cause: "restore",
  restores: "2026-11-20T09:00:00Z",
  kind: "removed",
  together: 1500,
} as const;

test("a restore is one entry that expands in pages and links to the list before it", async () => {
  const { user } = await show([
    someEvent(1600, restored),
    // Something came in between its parts, which another event stands for, too.
    someEvent(900, { at: "2026-11-25T09:00:00.100Z" }),
    someEvent(800, restored),
  ]);
  const entries = await screen.findAllByRole("listitem", { name: /^Restored as of/ });
  expect(entries).toHaveLength(1);
  const entry = within(entries[0]!);
  expect(entry.getByText("Restored as of 20 November 2026: 1,500 titles")).toBeVisible();
  expect(entry.getByRole("link", { name: "List before this" })).toBeVisible();
  expect(entry.queryByRole("button", { name: /^Undo/ })).toBeNull();
  const asked: string[] = [];
  const one = { ...restored, together: 1 };
  answer("/api/v1/me/activity", (url) => {
    asked.push(url.search);
    return url.searchParams.has("before")
      ? { items: [someEvent(1, one)], next: null }
      : { items: [someEvent(2, one)], next: 2 };
  });
  await user.click(entry.getByRole("button", { name: /^Show titles/ }));
  expect(await entry.findByRole("button", { name: /^Undo: Title 2/ })).toBeVisible();
  await user.click(entry.getByRole("button", { name: "Show more of these" }));
  expect(await entry.findByRole("button", { name: /^Undo: Title 1/ })).toBeVisible();
  expect(asked).toEqual(["?restore=1600", "?restore=1600&before=2"]);
});

test("a restore of one title is shown like any change", async () => {
  await show([someEvent(9, { ...restored, together: 1 })]);
  expect(await screen.findByRole("button", { name: /^Undo: Title 9/ })).toBeVisible();
  expect(screen.getByText("Restored as of 20 November 2026")).toBeVisible();
});
