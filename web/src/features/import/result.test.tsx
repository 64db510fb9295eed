import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { signedInAs, takeWrite } from "@/test/account";
import { fakeImport, someCounts, somePreview, someUnchanged } from "@/test/imports";
import { open } from "@/test/render";
import { answer, server } from "@/test/server";

beforeEach(() => {
  signedInAs();
  answer("/api/v1/me/imports", { items: [], next: null });
});

const applied = { applied_at: "2026-11-25T09:05:00Z", items: [] };

test("the result of an undo survives a reload, with linked titles", async () => {
  const undone = { undone_at: "2026-11-25T10:05:00Z", applied: someCounts({ unresolved: 2 }) };
  fakeImport(somePreview(7, { ...applied, ...undone }));
  const reason = "It was changed after the import, so it stays as it is.";
  const items = [someUnchanged(9, { reason })];
  const outcome = { restored: 311, items };
  server.use(http.get("*/api/v1/me/imports/7/undo", () => HttpResponse.json(outcome)));
  open("/import?id=7");
  expect(await screen.findByRole("heading", { name: "Changed since, and left 1" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Title 9" })).toHaveAttribute("href", "/anime/9");
  expect(screen.getByText(/^It was undone on/)).toHaveTextContent(
    /311 titles are as before the import\. 1 title was changed since, and stays\. The 2 entries that it kept without a title are forgotten, too\.$/,
  );
});

test("an undone import that had changed no title says so", async () => {
  const undone = { undone_at: "2026-11-25T10:05:00Z", applied: someCounts({ unresolved: 1 }) };
  fakeImport(somePreview(7, { ...applied, ...undone }));
  const outcome = { restored: 0, items: [] };
  server.use(http.get("*/api/v1/me/imports/7/undo", () => HttpResponse.json(outcome)));
  open("/import?id=7");
  expect(await screen.findByText(/It had changed no title\. The entry/)).toBeVisible();
});

test("after undoing an import the focus is on the heading of the result", async () => {
  let undone_at: string | null = null;
  fakeImport(() => somePreview(7, { ...applied, applied: someCounts({ added: 2 }), undone_at }));
  takeWrite("POST /api/v1/me/imports/{id}/undo", () => {
    undone_at = "2026-11-25T10:05:00Z";
    return { version: 6, position: "6-a", restored: 2, left: [] };
  });
  const outcome = { restored: 2, items: [] };
  server.use(http.get("*/api/v1/me/imports/7/undo", () => HttpResponse.json(outcome)));
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("button", { name: /^Undo this import/ }));
  await user.click(screen.getByRole("button", { name: "Undo it" }));
  expect(await screen.findByRole("heading", { name: "This import is undone" })).toHaveFocus();
  expect(screen.getByText(/2 titles are as before the import\.$/)).toBeVisible();
});

test.each([
  [{ added: 2, kept: 1, unresolved: 1 }, true, ["/activity", "/import#unresolved"]],
  [{ added: 2 }, false, ["/activity"]],
  [{ refused: 2 }, true, []],
])("of %o it says what is where", async (counts, gone, links) => {
  fakeImport(somePreview(7, { ...applied, applied: someCounts(counts) }));
  open("/import?id=7");
  const text = await screen.findByText(/Everything else on your list is as it was\./);
  expect(text.textContent?.includes("Rows that changed nothing are not kept")).toBe(gone);
  const found = screen.queryAllByRole("link", { name: /^Look at/ });
  expect(found.map((link) => link.getAttribute("href"))).toEqual(links);
});

test("after a reload unchanged titles are named, and the rest is counted", async () => {
  const reason = "It was changed after this preview was made, so it stays as it is.";
  const left = [someUnchanged(9, { reason })];
  const counts = { applied: someCounts({ added: 2, kept: 102 }) };
  fakeImport(somePreview(7, { ...applied, ...counts, left, left_count: 102 }));
  open("/import?id=7");
  expect(await screen.findByRole("heading", { name: "Stayed as they are 102" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Title 9" })).toHaveAttribute("href", "/anime/9");
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.getByText("And 101 more.")).toBeVisible();
});
