import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { readWishes } from "@/lib/import-wishes";
import { signedInAs, someUser, takeWrite } from "@/test/account";
import { gate } from "@/test/gate";
import {
  type Asked,
  fakeFiles,
  fakeImport,
  someCounts,
  someImport,
  somePreview,
  someRow,
  someTitle,
} from "@/test/imports";
import { open } from "@/test/render";
import { answer, server } from "@/test/server";
import { exportPath } from "./ExportList";

const value = { run: null, tag: null, by_rule: false, overruled: false } as const;

beforeEach(() => {
  signedInAs();
  answer("/api/v1/me/imports", { items: [], next: null });
});

const files = (...names: string[]) => names.map((name) => new File(["<myanimelist/>"], name));

async function start() {
  const view = open("/import");
  await screen.findByText("Drop your files here");
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  return { ...view, bring: (...names: string[]) => view.user.upload(input, files(...names)) };
}

test("a file brought alone leads to its preview", async () => {
  fakeFiles((name) => somePreview(7, { name }));
  fakeImport(somePreview(7, { name: "mine.xml" }));
  const { bring } = await start();
  await bring("mine.xml");
  expect(await screen.findByRole("heading", { level: 1, name: "mine.xml" })).toBeVisible();
  expect(location.search).toBe("?id=7");
  expect(await screen.findByRole("button", { name: "Add 1 title" })).toBeVisible();
});

test("several files are sent one at a time; what is wrong with one stays to be read", async () => {
  const { open: pass, passed } = gate();
  const sent = fakeFiles(
    (name) =>
      name === "bad.xml"
        ? ["invalid_request", "This is a list of manga."]
        : somePreview(7, { name }),
    () => passed,
  );
  const { bring, user } = await start();
  await bring("bad.xml", "good.xml");
  expect(await screen.findByRole("progressbar", { name: "bad.xml" })).toBeVisible();
  expect(screen.getByText("Waits for the others.")).toBeVisible();
  expect(sent).toEqual(["bad.xml"]);
  answer("/api/v1/me/imports", { items: [someImport(7, { name: "good.xml" })], next: null });
  pass();
  expect(await screen.findByText("This is a list of manga.")).toBeVisible();
  expect(await screen.findByRole("link", { name: "Look through good.xml" })).toBeVisible();
  expect(sent).toEqual(["bad.xml", "good.xml"]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(sent).toHaveLength(3));
  await user.click(await screen.findByRole("button", { name: "Dismiss bad.xml" }));
  expect(screen.queryByText("This is a list of manga.")).toBeNull();
});

test("a file that is on its way can be stopped", async () => {
  const { passed } = gate();
  fakeFiles(
    () => somePreview(7),
    () => passed,
  );
  const { bring, user } = await start();
  await bring("mine.xml");
  await user.click(await screen.findByRole("button", { name: "Stop mine.xml" }));
  await waitFor(() => expect(screen.queryByText("mine.xml")).toBeNull());
  expect(location.search).toBe("");
});

test("the chosen columns and the scale go with the file", async () => {
  let query = "";
  fakeFiles((_, asked) => {
    query = asked.toString();
    return asked.has("columns")
      ? somePreview(7)
      : ["columns_needed", "Please say which.", ["What", "Stars"]];
  });
  fakeImport(somePreview(7));
  const { bring, user } = await start();
  await bring("mine.csv");
  await user.selectOptions(await screen.findByLabelText("What"), "Title");
  await user.selectOptions(screen.getByLabelText("The best score is"), "5");
  await user.click(screen.getByRole("button", { name: "Read it" }));
  await waitFor(() => expect(query).toBe("name=mine.csv&columns=title%2Cscore&score_of=5"));
  expect(await screen.findByRole("heading", { level: 1, name: "list-7.xml" })).toBeVisible();
});

const differing = someRow(1, {
  state: "changed",
  changes: [{ ...value, field: "progress", run: 1, old: 5, new: 25 }],
  kept: [{ ...value, field: "score", old: 40, new: 90 }],
});

/** The preview of these wishes, as the server makes it. */
function planned(asked: Asked | null) {
  const skipped = asked?.rows[1]?.skip === true;
  const counts = skipped ? { added: 1, skipped: 1 } : { added: 1, changed: 1 };
  const first = skipped ? someRow(1, { state: "skipped" }) : differing;
  return somePreview(7, {
    rows: 2,
    counts: someCounts(counts),
    differing: skipped ? 0 : 1,
    items: [first, someRow(2)],
  });
}

test("rules and rows are wished, are kept over a reload, and go with Apply", async () => {
  const asked = fakeImport(planned);
  const sent = takeWrite("POST /api/v1/me/imports/{id}/apply", {
    version: 5,
    position: "5-a",
    counts: someCounts({ added: 1, skipped: 1 }),
    left: [{ mal_id: 9, title: "Title 9", reason: "It was changed after this preview." }],
  });
  const { user, unmount } = open("/import?id=7");
  const row = within(await screen.findByRole("listitem", { name: "Title 1" }));
  expect(row.getByRole("row", { name: "Score 4 stands 9" })).toBeVisible();
  expect(row.getByRole("row", { name: "Episodes 5 25 stands" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Add 1 title and change 1" })).toBeVisible();
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
  expect(readWishes(someUser().uid, 7)).toEqual({});
});

test("where Apply fails everything stays, and the server's sentence says why", async () => {
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
  await user.click(await screen.findByRole("button", { name: "Leave out: Title 1" }));
  await user.click(await screen.findByRole("button", { name: "Add 1 title" }));
  expect(await screen.findByText("This import was applied already.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Take it after all: Title 1" })).toBeVisible();
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
  expect(row.getByText("TV · 2013 · 24 episodes")).toBeVisible();
  expect(row.getByText("In the file: Title, the third")).toBeVisible();
  await user.click(row.getByRole("button", { name: "Yes, it is The Third" }));
  await waitFor(() => expect(asked.at(-1)?.rows).toEqual({ 3: { mal_id: 33 } }));
  await user.click(screen.getByRole("button", { name: "Accept all 2" }));
  await waitFor(() => expect(asked.at(-1)?.accept_proposals).toBe(true));
});

test("another title is chosen by search", async () => {
  const unresolved = someRow(3, { state: "unresolved", name: "It", title: null });
  const asked = fakeImport(
    somePreview(7, { counts: someCounts({ unresolved: 1 }), items: [unresolved] }),
  );
  const { episodes: _, kind, ...title } = someTitle(33);
  const found = { ...title, slug: "title-33", name: "Title 33", type: kind };
  answer("/api/v1/suggest", { items: [found] });
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("button", { name: "Choose the title: It" }));
  const dialog = within(screen.getByRole("dialog", { name: "Which title is it?" }));
  expect(dialog.getByRole("combobox")).toHaveValue("It");
  await user.click(await dialog.findByRole("option", { name: /Title 33/ }));
  await waitFor(() => expect(asked.at(-1)?.rows).toEqual({ 3: { mal_id: 33 } }));
  expect(screen.getByRole("listitem", { name: "Title 33" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Not this title: Title 33" }));
  await waitFor(() => expect(asked.at(-1)?.rows).toEqual({}));
});

test("a filter stands in the address, and long files come in parts", async () => {
  const asked = fakeImport((by) =>
    by?.after === 100
      ? somePreview(7, { items: [someRow(101)] })
      : somePreview(7, { counts: someCounts({ added: 101 }), next: 100 }),
  );
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("button", { name: /New$/ }));
  expect(location.search).toBe("?id=7&state=added");
  await waitFor(() => expect(asked.at(-1)?.state).toBe("added"));
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("listitem", { name: "Title 101" })).toBeVisible();
  // What is wished of a row far down leaves it where it is.
  await user.click(screen.getByRole("button", { name: "Leave out: Title 101" }));
  await waitFor(() =>
    expect(asked.slice(-2).map(({ after = 0, rows }) => [after, rows[101]])).toEqual([
      [0, { skip: true }],
      [100, { skip: true }],
    ]),
  );
  expect(screen.getByRole("listitem", { name: "Title 101" })).toBeVisible();
});

test("a file that is too large is not sent", async () => {
  const sent = fakeFiles(() => somePreview(7));
  const { user } = await start();
  const [large] = files("large.json");
  Object.defineProperty(large!, "size", { value: 45 * 1024 * 1024 });
  await user.upload(document.querySelector<HTMLInputElement>("input[type=file]")!, large!);
  expect(
    await screen.findByText(/“large.json” has 45 MB, and a file may have 32 MB./),
  ).toBeVisible();
  expect(sent).toEqual([]);
});

test("an import that is forgotten says so", async () => {
  server.use(
    http.get("*/api/v1/me/imports/7", () =>
      HttpResponse.json(
        { code: "not_found", detail: "", request_id: "x" },
        { status: 404, headers: { "content-type": "application/problem+json" } },
      ),
    ),
  );
  open("/import?id=7");
  expect(
    await screen.findByRole("heading", { name: "This import is not there any more" }),
  ).toBeVisible();
});

test("an import made before is undone from the list, and names what stays", async () => {
  const applied = someCounts({ added: 2 });
  answer("/api/v1/me/imports", {
    items: [someImport(7, { applied_at: "2026-11-25T09:05:00Z", applied })],
    next: null,
  });
  const sent = takeWrite("POST /api/v1/me/imports/{id}/undo", {
    version: 6,
    position: "6-a",
    restored: 1,
    left: [{ mal_id: 9, title: "Title 9", reason: "It was changed after the import." }],
  });
  const { user } = open("/import");
  expect(await screen.findByText("2 titles added")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo this import: list-7.xml" }));
  await user.click(screen.getByRole("button", { name: "Undo it" }));
  expect(await screen.findByText("Undone: 1 title as before.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Title 9" })).toBeVisible();
  expect(sent[0]?.path).toBe("/api/v1/me/imports/7/undo");
});

test("an entry without a title gets the proposed one, or is forgotten", async () => {
  const entry = {
    key: "name:it",
    name: "It",
    mal_id: null,
    import: 7,
    added_at: "2026-11-25T09:00:00Z",
    status: "completed",
    progress: 12,
    score: 70,
    notes: "Good.",
    proposal: someTitle(33),
  } as const;
  answer("/api/v1/me/unresolved", {
    items: [entry, { ...entry, key: "name:that", name: "That", proposal: null }],
    total: 2,
    next: null,
  });
  const forgotten = takeWrite("DELETE /api/v1/me/unresolved/{key}", undefined);
  const resolved = takeWrite("PUT /api/v1/me/unresolved/{key}", {
    version: 5,
    position: "5-a",
    event: 5,
    item: null,
    changed_since: [],
  });
  const { user } = open("/import");
  const it = within(await screen.findByRole("listitem", { name: "It" }));
  expect(it.getByText("Completed · 12 episodes · Score 7 · With notes")).toBeVisible();
  await user.click(it.getByRole("button", { name: /^Yes, it is/ }));
  await waitFor(() => expect(resolved[0]?.body).toEqual({ mal_id: 33 }));
  await user.click(screen.getByRole("button", { name: "Forget That" }));
  await waitFor(() => expect(forgotten[0]?.path).toBe("/api/v1/me/unresolved/name%3Athat"));
});

test("an export holds what is ticked", async () => {
  expect(exportPath("json", ["watching", "planned", "completed", "paused", "dropped"], false)).toBe(
    "/api/v1/me/exports/json",
  );
  const { user } = await start();
  await user.click(screen.getByRole("checkbox", { name: "Plan to watch" }));
  await user.click(screen.getByRole("checkbox", { name: "Private ones, too" }));
  expect(screen.getByRole("link", { name: "Download CSV" })).toHaveAttribute(
    "href",
    "/api/v1/me/exports/csv?status=watching,completed,paused,dropped&private=true",
  );
  for (const name of ["Watching", "Completed", "On hold", "Dropped"]) {
    await user.click(screen.getByRole("checkbox", { name }));
  }
  expect(screen.getByText("Please choose at least one status.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Download CSV" })).toBeNull();
});
