import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { readImportDraft } from "@/lib/import-draft";
import { signedInAs, someUser, takeWrite } from "@/test/account";
import { suggested } from "@/test/anime";
import {
  type Asked,
  fakeImport,
  someCounts,
  somePreview,
  someRow,
  someTitle,
  someUnchanged,
} from "@/test/imports";
import { open } from "@/test/render";
import { answer, server } from "@/test/server";

const value = { run: null, tag: null, by_rule: false, overruled: false } as const;

beforeEach(() => {
  signedInAs();
  answer("/api/v1/me/imports", { items: [], next: null });
});

const differing = someRow(1, {
  state: "changed",
  changes: [{ ...value, field: "progress", run: 1, old: 5, new: 25 }],
  kept: [{ ...value, field: "score", old: 40, new: 90 }],
});

/** The preview with these choices, as the server makes it. */
function planned(asked: Asked | null) {
  const skipped = asked?.rows[1]?.skip === true;
  const counts = skipped ? { added: 1, skipped: 1 } : { added: 1, changed: 1 };
  const first = skipped ? someRow(1, { state: "skipped" }) : differing;
  return somePreview(7, {
    rows: 2,
    counts: someCounts(counts),
    differing: skipped ? 0 : 1,
    matching: 2,
    items: [first, someRow(2)],
  });
}

test("choices of policy and rows survive a reload and are sent by Apply", async () => {
  const asked = fakeImport(planned);
  const eighth = {
    mal_id: 8,
    title: "Title 8",
    title_english: "The Eighth",
    title_japanese: null,
  };
  const sent = takeWrite("POST /api/v1/me/imports/{id}/apply", {
    version: 5,
    position: "5-a",
    counts: someCounts({ added: 1, skipped: 1 }),
    left: [
      someUnchanged(9, {
        title_english: "The Ninth",
        reason: "It was changed after this preview.",
      }),
    ],
    refused: Array.from({ length: 350 }, (_, place) => ({
      row: place + 1,
      title: place === 0 ? eighth : null,
      name: `Refused ${place + 1}`,
      remarks: ["It has no status."],
    })),
  });
  const { user, unmount } = open("/import?id=7");
  const row = within(await screen.findByRole("listitem", { name: "Title 1" }));
  expect(row.getByText(/^· Episodes: 5 → 25$/)).toBeVisible();
  await user.click(row.getByRole("button", { name: "More about Title 1" }));
  expect(row.getByRole("row", { name: "Score 4 stands 9" })).toBeVisible();
  expect(row.getByRole("row", { name: "Episodes 5 25 stands" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Add 1 title and change 1" })).toBeVisible();
  expect(screen.getByText(/ this tab alone keeps what you choose\.$/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: /^Take the newer/ }));
  await waitFor(() => expect(asked.at(-1)?.policy).toBe("newer"));
  await user.click(screen.getByRole("button", { name: "Leave out: Title 1" }));
  expect(await screen.findByRole("button", { name: "Add 1 title" })).toBeVisible();
  unmount();

  const again = open("/import?id=7");
  await again.user.click(await screen.findByRole("button", { name: "Add 1 title" }));
  expect(await screen.findByRole("heading", { name: "1 title added" })).toHaveFocus();
  expect(sent[0]?.body).toEqual({
    policy: "newer",
    accept_proposals: false,
    rows: { 1: { skip: true } },
    version: 4,
  });
  expect(screen.getByText("It was changed after this preview.")).toBeVisible();
  // The titles' names are those of the product, not those of the file
  for (const [name, href] of [
    ["The Ninth", "/anime/9"],
    ["The Eighth", "/anime/8"],
  ] as const)
    expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);
  expect(screen.getByRole("heading", { name: "Not taken 350" })).toBeVisible();
  for (let more = 0; more < 3; more += 1)
    await again.user.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getByText("Refused 350")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(readImportDraft(someUser().uid, 7)).toEqual({});
});

test("a failed Apply keeps all choices and shows the server's reason", async () => {
  fakeImport(planned);
  server.use(
    http.post("*/api/v1/me/imports/7/apply", () =>
      HttpResponse.json(
        { code: "invalid_request", detail: "This import was applied already.", request_id: "x" },
        { status: 400, headers: { "content-type": "application/problem+json" } },
      ),
    ),
  );
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("button", { name: "More about Title 1" }));
  await user.click(screen.getByRole("button", { name: "Leave out: Title 1" }));
  await user.click(await screen.findByRole("button", { name: "Add 1 title" }));
  expect(await screen.findByText("This import was applied already.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Take it after all: Title 1" })).toBeVisible();
});

test("another title is chosen by search", async () => {
  const unresolved = someRow(3, { state: "unresolved", name: "It", title: null });
  const asked = fakeImport(
    somePreview(7, { counts: someCounts({ unresolved: 1 }), items: [unresolved] }),
  );
  const { episodes: _, kind, ...title } = someTitle(33);
  const found = { ...title, slug: "title-33", name: "Title 33", type: kind };
  answer("/api/v1/suggest", suggested([found]));
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("button", { name: "Choose the title: It" }));
  const dialog = within(screen.getByRole("dialog", { name: "Which title is it?" }));
  const field = dialog.getByRole<HTMLInputElement>("combobox");
  expect(field).toHaveFocus();
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe("It");
  await user.click(await dialog.findByRole("option", { name: /Title 33/ }));
  await waitFor(() => expect(asked.at(-1)?.rows).toEqual({ 3: { mal_id: 33 } }));
  expect(screen.getByRole("listitem", { name: "Title 33" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "More about Title 33" }));
  await user.click(screen.getByRole("button", { name: "Not this title: Title 33" }));
  await waitFor(() => expect(asked.at(-1)?.rows).toEqual({}));
});

test("a row of another medium can be assigned a title, an unreadable row cannot", async () => {
  const refused = (row: number, name: string, takes_title: boolean) =>
    someRow(row, {
      state: "refused",
      title: null,
      remarks: ["It is not an anime."],
      name,
      takes_title,
    });
  const film = refused(3, "A film", true);
  const manga = refused(4, "A manga", false);
  const asked = fakeImport((by) =>
    somePreview(7, {
      rows: 2,
      counts: someCounts({ refused: 2 }),
      items: [by?.rows[3] ? someRow(3, { title: someTitle(33) }) : film, manga],
    }),
  );
  const { episodes: _, kind, ...title } = someTitle(33);
  answer(
    "/api/v1/suggest",
    suggested([{ ...title, slug: "title-33", name: "Title 33", type: kind }]),
  );
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("button", { name: "Choose the title: A film" }));
  await user.click(await screen.findByRole("option", { name: /Title 33/ }));
  await waitFor(() => expect(asked.at(-1)?.rows).toEqual({ 3: { mal_id: 33 } }));
  expect(await screen.findByRole("listitem", { name: "Title 33" })).toBeVisible();
  const other = within(screen.getByRole("listitem", { name: "A manga" }));
  await user.click(other.getByRole("button", { name: "More about A manga" }));
  expect(other.getAllByRole("button")).toHaveLength(1);
});

test("a filter is in the address, and long files are paged", async () => {
  const asked = fakeImport((by) =>
    by?.after === 100
      ? somePreview(7, { rows: 101, matching: 101, items: [someRow(101)] })
      : somePreview(7, { rows: 101, matching: 101, counts: someCounts({ added: 101 }), next: 100 }),
  );
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("button", { name: /New$/ }));
  expect(location.search).toBe("?id=7&state=added");
  await waitFor(() => expect(asked.at(-1)?.state).toBe("added"));
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("listitem", { name: "Title 101" })).toBeVisible();
  // A choice for a row far down leaves it where it is.
  await user.click(screen.getByRole("button", { name: "More about Title 101" }));
  await user.click(screen.getByRole("button", { name: "Leave out: Title 101" }));
  await waitFor(() =>
    expect(asked.slice(-2).map(({ after = 0, rows }) => [after, rows[101]])).toEqual([
      [0, { skip: true }],
      [100, { skip: true }],
    ]),
  );
  expect(screen.getByRole("listitem", { name: "Title 101" })).toBeVisible();
});

test("the counts add up to all rows, and each filters its own", async () => {
  const counts = someCounts({ added: 3, changed: 1, kept: 2, equal: 4, refused: 1 });
  const asked = fakeImport(somePreview(7, { rows: 11, counts, matching: 11 }));
  const { user } = open("/import?id=7");
  const group = within(await screen.findByRole("group", { name: "Rows" }));
  expect(group.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "11All rows",
    "3New",
    "1Changed",
    "2Kept as yours",
    "4The same",
    "1Not taken",
  ]);
  const kept = group.getByRole("button", { name: /Kept as yours/ });
  await user.click(kept);
  await waitFor(() => expect(asked.at(-1)?.state).toBe("kept"));
  expect(screen.getByText(/your list stays as it is\.$/)).toBeVisible();
  await user.click(kept);
  await waitFor(() => expect(asked.at(-1)?.state).toBeUndefined());
});

test("rows with dropped values are counted, and can be filtered", async () => {
  const asked = fakeImport(
    somePreview(7, { rows: 9, counts: someCounts({ added: 9, remarked: 2 }) }),
  );
  const { user } = open("/import?id=7");
  expect(await screen.findByText(/^2 rows come with remarks, as on a value/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Look at them" }));
  await waitFor(() => expect(asked.at(-1)?.remarked).toBe(true));
  expect(screen.getByRole("button", { name: /All rows$/, pressed: false })).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Show all rows", pressed: true }));
  await waitFor(() => expect(asked.at(-1)?.remarked).toBeUndefined());
});

test("rows are searched for and sorted, and a filter without rows says so", async () => {
  const asked = fakeImport((by) =>
    somePreview(7, {
      rows: 20,
      counts: someCounts({ added: 20 }),
      ...((by?.search || by?.state === "equal") && { items: [], matching: 0 }),
    }),
  );
  const { user } = open("/import?id=7");
  await user.selectOptions(await screen.findByLabelText("Order of the rows"), "By title");
  await waitFor(() => expect(asked.at(-1)?.by_title).toBe("english"));
  await user.type(screen.getByRole("searchbox", { name: "Search the rows by title" }), "xyz");
  expect(await screen.findByText("No row has “xyz” in its title.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(await screen.findByRole("listitem", { name: "Title 1" })).toBeVisible();
  history.replaceState(null, "", "/import?id=7&state=equal");
  expect(await screen.findByText("No title of this file is on your list just so.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all rows" }));
  expect(await screen.findByRole("listitem", { name: "Title 1" })).toBeVisible();
});

test("a choice applies to all selected rows", async () => {
  const asked = fakeImport(
    somePreview(7, {
      rows: 3,
      matching: 3,
      counts: someCounts({ kept: 3 }),
      items: [1, 2, 3].map((row) => someRow(row, { state: "kept" })),
    }),
  );
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("checkbox", { name: "Select Title 1" }));
  const bar = within(screen.getByRole("region", { name: "Selected rows" }));
  expect(bar.getByText("1 selected")).toBeVisible();
  await user.click(bar.getByRole("button", { name: "Select the 3 shown" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Title 2" }));
  await user.selectOptions(
    bar.getByLabelText("What stands for the selected rows"),
    "Take the file’s",
  );
  await waitFor(() =>
    expect(asked.at(-1)?.rows).toEqual({ 1: { policy: "theirs" }, 3: { policy: "theirs" } }),
  );
  expect(screen.queryByRole("region", { name: "Selected rows" })).toBeNull();
});

test("a file without readable rows says so and why", async () => {
  const reason = "Its status is “Considering”, which is none that Mitai knows.";
  fakeImport(
    somePreview(7, {
      rows: 2,
      matching: 2,
      counts: someCounts({ refused: 2 }),
      items: [1, 2].map((row) =>
        someRow(row, { state: "refused", title: null, remarks: [reason] }),
      ),
    }),
  );
  open("/import?id=7");
  expect(
    await screen.findByRole("heading", { name: "Nothing in this file could be taken." }),
  ).toBeVisible();
  expect(screen.getByText("None of its 2 rows was taken. Why:")).toBeVisible();
  expect(screen.getByText(reason, { selector: "section li" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Add|Change|Keep)/ })).toBeNull();
});

test("a file without titles says so once", async () => {
  fakeImport(somePreview(7, { rows: 0, matching: 0, counts: someCounts(), items: [] }));
  open("/import?id=7");
  expect(
    await screen.findByRole("heading", { name: "There are no titles in this file." }),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Forget it" })).toBeVisible();
  expect(screen.getAllByText("There are no titles in this file.")).toHaveLength(1);
});

test("a collapsed row counts its remarks, and expanded it shows them", async () => {
  const score = "The score 11 is not on the scale and was left out.";
  const number = '"70000" was left out: it is no number of episodes or rewatches that Mitai keeps.';
  const refused = someRow(4, { state: "refused", title: null, remarks: [score] });
  fakeImport(
    somePreview(7, {
      rows: 4,
      matching: 4,
      counts: someCounts({ added: 3, refused: 1 }),
      items: [
        someRow(1, { remarks: [score, number] }),
        someRow(2, { remarks: [score] }),
        someRow(3),
        refused,
      ],
    }),
  );
  const { user } = open("/import?id=7");
  const row = async (name: string) => within(await screen.findByRole("listitem", { name }));
  const first = await row("Title 1");
  expect(first.getByText("2 remarks")).toBeVisible();
  expect((await row("Title 2")).getByText("1 remark")).toBeVisible();
  for (const name of ["Title 3", "Title 4"])
    expect((await row(name)).queryByText(/\d remark/)).toBeNull();
  await user.click(first.getByRole("button", { name: "More about Title 1" }));
  expect(first.getByText(score)).toBeVisible();
  expect(first.getByText(number)).toBeVisible();
  expect(first.queryByText("2 remarks")).toBeNull();
});

test("the same file imported again offers nothing to apply", async () => {
  const counts = someCounts({ equal: 2, unresolved: 1, waiting: 1 });
  const waits = someRow(3, { state: "unresolved", title: null, waits: true, differs: true });
  const stands = "An earlier import says something else of this title.";
  const kept = [{ ...value, field: "progress" as const, run: 1, old: 5, new: 25 }];
  const items = [{ ...waits, name: "Nobody knows it", kept, remarks: [stands] }];
  fakeImport(somePreview(7, { rows: 3, counts, differing: 1, items }));
  const { user } = open("/import?id=7");
  expect(
    await screen.findByRole("heading", {
      name: "Nothing changes: where the file says something else, what an earlier import said stays.",
    }),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Add|Change|Keep)/ })).toBeNull();
  // Another policy may take more of what the waiting row says
  expect(screen.getByRole("group", { name: /differ at 1 title$/ })).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "More about Nobody knows it" }));
  expect(screen.getByText(stands)).toBeVisible();
  expect(screen.getByRole("columnheader", { name: "An earlier import" })).toBeVisible();
  expect(screen.queryByText(/^Kept until/)).toBeNull();
});

test("a row of a new title expands to all values of the file, with whole texts", async () => {
  const notes = `${"Watched it with friends. ".repeat(40)}The end.`;
  const added = someRow(1, { changes: [{ ...value, field: "notes", old: null, new: notes }] });
  const unknown = someRow(2, {
    state: "unresolved",
    title: null,
    name: "It",
    changes: [{ ...value, field: "status", old: null, new: "completed" }],
  });
  fakeImport(somePreview(7, { rows: 2, matching: 2, items: [added, unknown] }));
  const { user } = open("/import?id=7");
  const first = within(await screen.findByRole("listitem", { name: "Title 1" }));
  await user.click(first.getByRole("button", { name: "More about Title 1" }));
  expect(first.getByRole("row", { name: "Status Plan to watch" })).toBeVisible();
  await user.tab();
  const whole = first.getByRole("button", { name: "Show all of it: Notes" });
  expect(whole).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(first.getByRole("row", { name: /^Notes .*The end\.$/ })).toBeVisible();
  const other = within(screen.getByRole("listitem", { name: "It" }));
  await user.click(other.getByRole("button", { name: "More about It" }));
  expect(other.getByRole("row", { name: "Status Completed" })).toBeVisible();
  expect(other.getByText(/^Kept until/)).toBeVisible();
});
