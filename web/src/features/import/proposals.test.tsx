import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { signedInAs } from "@/test/account";
import { fakeImport, someCounts, somePreview, someRow, someTitle } from "@/test/imports";
import { open } from "@/test/render";
import { answer } from "@/test/server";

beforeEach(() => {
  signedInAs();
  answer("/api/v1/me/imports", { items: [], next: null });
});

test("a proposal is accepted by itself or with all others", async () => {
  const proposed = someRow(3, {
    state: "proposed",
    name: "Title, the third",
    title: null,
    proposal: someTitle(33, { title_english: "The Third" }),
  });
  const asked = fakeImport(
    somePreview(7, { counts: someCounts({ proposed: 2 }), items: [proposed] }),
  );
  const { user } = open("/import?id=7");
  const row = within(await screen.findByRole("listitem", { name: "The Third" }));
  expect(row.getByText(/TV · 2013 · 24 episodes/)).toBeVisible();
  await user.click(row.getByRole("button", { name: "Accept The Third" }));
  await waitFor(() => expect(asked.at(-1)?.rows).toEqual({ 3: { mal_id: 33 } }));
  await user.click(screen.getByRole("button", { name: "Accept all 2" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Accept these 2 titles?" }));
  expect(asked.at(-1)?.accept_proposals).toBe(false);
  await user.click(dialog.getByRole("button", { name: "Accept all 2" }));
  await waitFor(() => expect(asked.at(-1)?.accept_proposals).toBe(true));
});

test("a single proposal is confirmed in the singular", async () => {
  const proposed = someRow(3, { state: "proposed", title: null, proposal: someTitle(33) });
  fakeImport(somePreview(7, { counts: someCounts({ proposed: 1 }), items: [proposed] }));
  const { user } = open("/import?id=7");
  expect(await screen.findByText(/^Of one row only the name says/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Accept it" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Accept this title?" }));
  expect(dialog.getByText(/^It has the name .* You can still change it before/)).toBeVisible();
  expect(dialog.queryByText(/each/i)).toBeNull();
  expect(dialog.getByRole("button", { name: "Accept it" })).toBeVisible();
});
