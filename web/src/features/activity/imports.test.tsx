import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { someUser, takeWrite } from "@/test/account";
import { showActivity as show, someEvent } from "@/test/activity";
import { someCounts, someImport, somePreview, someUnchanged } from "@/test/imports";
import { answer, refuse } from "@/test/server";
import { fakeStreams } from "@/test/stream";

beforeEach(() => {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
});

const applied = {
  applied_at: "2026-11-25T09:00:00Z",
  applied: someCounts({ added: 312, changed: 14 }),
};
const ofImport = { cause: "import", import: "7", kind: "added" } as const;

test("an import is one entry that expands in pages and is undone as a whole", async () => {
  answer("/api/v1/me/imports", {
    items: [someImport(7, { name: "mine.xml", ...applied })],
    next: null,
  });
  const { user } = await show([
    someEvent(400, { ...ofImport, at: "2026-11-25T11:00:00Z" }),
    someEvent(326, { ...ofImport, together: 326 }),
  ]);
  const entry = within(await screen.findByRole("listitem", { name: "Import of mine.xml" }));
  expect(entry.getByText(/^Import of/)).toHaveTextContent(
    "Import of mine.xml: 312 titles added, 14 changed",
  );
  // An entry that was resolved later is listed by itself.
  const later = within(screen.getByRole("link", { name: "Title 400" }).closest("li")!);
  expect(later.getByRole("link", { name: "Import of mine.xml" })).toBeVisible();
  const asked: string[] = [];
  answer("/api/v1/me/activity", (url) => {
    asked.push(url.search);
    return url.searchParams.has("before")
      ? { items: [someEvent(1, ofImport)], next: null }
      : { items: [someEvent(2, ofImport)], next: 2 };
  });
  await user.click(entry.getByRole("button", { name: "Show titles: mine.xml" }));
  expect(await entry.findByRole("link", { name: "Title 2" })).toBeVisible();
  await user.click(entry.getByRole("button", { name: "Show more of these" }));
  expect(await entry.findByRole("link", { name: "Title 1" })).toBeVisible();
  expect(asked).toEqual(["?import=7", "?import=7&before=2"]);
  const sent = takeWrite("POST /api/v1/me/imports/{id}/undo", {
    version: 6,
    position: "6-a",
    restored: 325,
    left: [someUnchanged(9, { reason: "You changed it." })],
  });
  await user.click(entry.getByRole("button", { name: "Undo this import: mine.xml" }));
  await user.click(screen.getByRole("button", { name: "Undo it" }));
  expect(
    await entry.findByText("Undone: 325 titles as before, 1 title changed since and left."),
  ).toBeVisible();
  expect(sent[0]?.path).toBe("/api/v1/me/imports/7/undo");
});

test("undoing an import is one entry, too", async () => {
  const undone = { ...applied, undone_at: "2026-11-25T10:00:00Z" };
  answer("/api/v1/me/imports", {
    items: [someImport(7, { name: "mine.xml", ...undone })],
    next: null,
  });
  await show([
    someEvent(700, { cause: "undo", undoes: 1, undone_import: 7, kind: "removed", together: 325 }),
    someEvent(326, ofImport),
  ]);
  const entry = within(
    await screen.findByRole("listitem", { name: "Undo of the import of mine.xml" }),
  );
  expect(entry.getByText(/^Import undone/)).toHaveTextContent(
    "Import undone: mine.xml (325 titles)",
  );
  const before = within(screen.getByRole("listitem", { name: "Import of mine.xml" }));
  expect(before.getByRole("link", { name: "What it left" })).toHaveAttribute(
    "href",
    "/import?id=7",
  );
  expect(screen.queryByRole("button", { name: /^Undo this import/ })).toBeNull();
});

test("an older import is fetched by id, and can be undone", async () => {
  answer("/api/v1/me/imports", { items: [someImport(70)], next: 20 });
  answer("/api/v1/me/imports/{id}", somePreview(7, { name: "old.xml", ...applied }));
  await show([someEvent(326, { ...ofImport, together: 326 })]);
  const entry = within(await screen.findByRole("listitem", { name: "Import of old.xml" }));
  expect(entry.getByText(/^Import of/)).toHaveTextContent("312 titles added, 14 changed");
  expect(entry.getByRole("button", { name: "Undo this import: old.xml" })).toBeVisible();
});

test("an import that cannot be fetched is still one entry", async () => {
  answer("/api/v1/me/imports", { items: [someImport(70)], next: 20 });
  refuse("/api/v1/me/imports/{id}", 404, "not_found");
  await show([someEvent(326, { ...ofImport, together: 326 })]);
  const entry = within(await screen.findByRole("listitem", { name: "Import of file 7" }));
  expect(entry.getByText(/^Import of/)).toHaveTextContent("Import of file 7: 326 titles");
  expect(entry.queryByRole("button", { name: /^Undo/ })).toBeNull();
});
