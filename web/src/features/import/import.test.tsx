import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { ListImport } from "@/api/imports";
import { signedInAs, takeWrite } from "@/test/account";
import { gate } from "@/test/gate";
import {
  fakeFiles,
  fakeImport,
  someCounts,
  someCsv,
  someImport,
  somePreview,
  someUnchanged,
} from "@/test/imports";
import { open } from "@/test/render";
import { answer, server } from "@/test/server";

beforeEach(() => {
  signedInAs();
  answer("/api/v1/me/imports", { items: [], next: null });
});

/** The server's message about a list without anime. */
const ONLY_MANGA =
  "This list has no anime, only manga, films or shows. Please export your anime list instead.";

const files = (...names: string[]) => names.map((name) => new File(["<myanimelist/>"], name));

async function start() {
  const view = open("/import");
  await screen.findByText("Drop your files here");
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  return { ...view, bring: (...names: string[]) => view.user.upload(input, files(...names)) };
}

test("a single file leads to its preview", async () => {
  fakeFiles((name) => somePreview(7, { name }));
  fakeImport(somePreview(7, { name: "mine.xml" }));
  const { bring } = await start();
  await bring("mine.xml");
  expect(await screen.findByRole("heading", { level: 1, name: "mine.xml" })).toBeVisible();
  expect(location.search).toBe("?id=7");
  expect(await screen.findByRole("button", { name: "Add 1 title" })).toBeVisible();
});

test.each(["abc", "0", "1.5", "99999999999999999999"])(
  "an address with the id %s, which no import has, shows the start",
  async (id) => {
    open(`/import?id=${id}`);
    expect(await screen.findByText("Drop your files here")).toBeVisible();
  },
);

test("several files are sent one at a time, and each problem stays visible", async () => {
  const { open: pass, passed } = gate();
  const sent = fakeFiles(
    (name) => (name === "bad.xml" ? ["invalid_request", ONLY_MANGA] : somePreview(7, { name })),
    () => passed,
  );
  const { bring, user } = await start();
  await bring("bad.xml", "good.xml");
  expect(await screen.findByRole("progressbar", { name: "bad.xml" })).toBeVisible();
  expect(screen.getByText("Waits for the others.")).toBeVisible();
  expect(sent).toEqual(["bad.xml"]);
  answer("/api/v1/me/imports", { items: [someImport(7, { name: "good.xml" })], next: null });
  pass();
  expect(await screen.findByText(ONLY_MANGA)).toBeVisible();
  expect(await screen.findByRole("link", { name: "Look through good.xml" })).toBeVisible();
  expect(sent).toEqual(["bad.xml", "good.xml"]);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Dismiss bad.xml" }));
  expect(screen.queryByText(ONLY_MANGA)).toBeNull();
});

test("uploads continue after leaving the page, and toasts report them", async () => {
  const { open: pass, passed } = gate();
  const sent = fakeFiles(
    (name) => (name === "bad.xml" ? ["invalid_request", ONLY_MANGA] : somePreview(7, { name })),
    () => passed,
  );
  const { bring, user } = await start();
  await bring("bad.xml", "good.xml");
  expect(await screen.findByRole("progressbar", { name: "bad.xml" })).toBeVisible();
  expect(closing()).toBe("asks");
  await user.click(screen.getAllByRole("link", { name: "About Us" })[0]!);
  expect(await screen.findByRole("heading", { level: 1, name: /^Welcome/ })).toBeVisible();
  expect(closing()).toBe("asks");
  pass();
  expect(await screen.findByText(`“bad.xml” was not read. ${ONLY_MANGA}`)).toBeVisible();
  expect(await screen.findByText("“good.xml” is read.")).toBeVisible();
  const link = screen.getByRole("link", { name: "Look through it" });
  expect(link).toHaveAttribute("href", "/import?id=7");
  expect(sent).toEqual(["bad.xml", "good.xml"]);
  expect(location.pathname).toBe("/about");
  expect(closing()).toBe("closes");
});

/** Returns whether the browser asks before it closes the page. */
function closing(): "asks" | "closes" {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? "asks" : "closes";
}

test("a file that failed to upload is sent again", async () => {
  server.use(http.post("*/api/v1/me/imports", () => HttpResponse.error(), { once: true }));
  fakeImport(somePreview(7));
  const { bring, user } = await start();
  await bring("mine.xml");
  expect(await screen.findByText(/We cannot reach the server/)).toBeVisible();
  fakeFiles(() => somePreview(7));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "list-7.xml" })).toBeVisible();
});

test("a file refused for too many open imports is sent again once some are closed", async () => {
  fakeFiles(() => ["too_many_imports", "This file was not taken."]);
  fakeImport(somePreview(8));
  let asked = 0;
  let waiting: ListImport[] = [];
  answer("/api/v1/me/imports", () => {
    asked += 1;
    return { items: waiting, next: null };
  });
  const { bring, user } = await start();
  await waitFor(() => expect(asked).toBe(1));
  // Another device has brought the import that waits
  waiting = [someImport(7)];
  await bring("mine.xml");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "This file was not taken: at most 20 imports, with 200,000 rows together, may wait to be applied. Apply or forget some, then try again.",
  );
  const heading = await screen.findByRole("heading", { name: "To look through" });
  await user.click(screen.getByRole("link", { name: "Look at those that wait" }));
  await waitFor(() => expect(heading).toHaveFocus());
  fakeFiles(() => somePreview(8));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "list-8.xml" })).toBeVisible();
});

test("a running upload can be cancelled", async () => {
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

test.each([
  ["5", "&score_of=5"],
  // Without a choice the server guesses the scale.
  ["By the scores", ""],
])("the chosen columns and the scale, %s, go with the file", async (scale, sent) => {
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
  await user.click(await screen.findByRole("button", { name: "Read it" }));
  expect(screen.getByText(/^Please say which column has the titles/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText("What"), "Title");
  expect(screen.queryByText(/^Please say which column has the titles/)).toBeNull();
  await user.selectOptions(screen.getByLabelText("The best score is"), scale);
  await user.click(screen.getByRole("button", { name: "Read it" }));
  await waitFor(() => expect(query).toBe(`name=mine.csv&columns=title%2Cscore${sent}`));
  expect(await screen.findByRole("heading", { level: 1, name: "list-7.xml" })).toBeVisible();
});

test("a file chosen twice is uploaded once, with a notice", async () => {
  const { passed, open: letPass } = gate();
  const sent = fakeFiles(
    () => somePreview(7),
    () => passed,
  );
  fakeImport(somePreview(7));
  const { user } = await start();
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const same = () => new File(["<myanimelist/>"], "mine.xml", { lastModified: 1 });
  await user.upload(input, [same(), same()]);
  await user.upload(input, same());
  expect(await screen.findByText("You chose it twice. It is read once.")).toBeVisible();
  const lines = within(screen.getByRole("list", { name: "Files on their way" }));
  expect(lines.getAllByRole("listitem")).toHaveLength(1);
  letPass();
  expect(await screen.findByRole("heading", { level: 1, name: "list-7.xml" })).toBeVisible();
  expect(sent).toEqual(["mine.xml"]);
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

test("an earlier import is undone from the list, and names the entries that stay", async () => {
  const applied = someCounts({ added: 2 });
  answer("/api/v1/me/imports", {
    items: [someImport(7, { applied_at: "2026-11-25T09:05:00Z", applied })],
    next: null,
  });
  const sent = takeWrite("POST /api/v1/me/imports/{id}/undo", {
    version: 6,
    position: "6-a",
    restored: 1,
    left: [someUnchanged(9, { reason: "It was changed after the import." })],
  });
  const { user } = open("/import");
  expect(await screen.findByText("2 titles added")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo this import: list-7.xml" }));
  await user.click(screen.getByRole("button", { name: "Undo it" }));
  expect(await screen.findByText("Undone: 1 title as before.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Title 9" })).toBeVisible();
  expect(sent[0]?.path).toBe("/api/v1/me/imports/7/undo");
});

test("older imports load on demand", async () => {
  const made = (id: number) => someImport(id, { applied_at: "2026-11-25T09:05:00Z" });
  const first = Array.from({ length: 12 }, (_, place) => made(60 - place));
  answer("/api/v1/me/imports", (url) =>
    url.searchParams.get("before") === "49"
      ? { items: [made(3)], next: null }
      : { items: first, next: 49 },
  );
  const { user } = open("/import");
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(screen.getByRole("link", { name: "list-49.xml" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show older ones" }));
  expect(await screen.findByRole("link", { name: "list-3.xml" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Show / })).toBeNull();
});

/** A server that reads a CSV, as import 7, 8 and so on; answers what it was asked with. */
function fakeCsv() {
  const queries: string[] = [];
  const preview = () => somePreview(7 + queries.length, { format: "csv", csv: someCsv() });
  fakeFiles((_, query) => {
    const brought = preview();
    queries.push(query.toString());
    return brought;
  });
  fakeImport(() => somePreview(6 + queries.length, { format: "csv", csv: someCsv() }));
  return queries;
}

const csvFile = () => new File(["Title,Stars,Shelf\nDeath Note,4,1\n"], "mine.csv");

test("choosing CSV columns after the preview replaces the first import", async () => {
  const queries = fakeCsv();
  const forgotten = takeWrite("DELETE /api/v1/me/imports/{id}", undefined);
  const { user } = await start();
  await user.upload(document.querySelector<HTMLInputElement>("input[type=file]")!, csvFile());
  const columns = within(await screen.findByRole("region", { name: "Columns" }));
  expect(columns.getByText(/^Read as/).closest("p")).toHaveTextContent(
    "Read as Title and Score out of 5. The scale of the scores is a guess. Not read: Shelf.",
  );
  await user.click(columns.getByRole("button", { name: "Change the columns" }));
  expect(await screen.findByText("Death Note")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Stars"), "Episodes seen");
  await user.click(screen.getByRole("button", { name: "Read it" }));
  await waitFor(() => expect(location.search).toBe("?id=8"));
  expect(queries).toEqual(["name=mine.csv", "name=mine.csv&columns=title%2Cprogress%2C"]);
  await waitFor(() => expect(forgotten[0]?.path).toBe("/api/v1/me/imports/7"));
});

test("after a reload choosing columns asks for the file again", async () => {
  const queries = fakeCsv();
  queries.push("before");
  takeWrite("DELETE /api/v1/me/imports/{id}", undefined);
  const { user } = open("/import?id=7");
  await user.click(await screen.findByRole("button", { name: "Change the columns" }));
  expect(screen.getByText(/Mitai does not keep your file/)).toBeVisible();
  expect(screen.getByLabelText("Title")).toHaveDisplayValue("Title");
  expect(screen.getByLabelText("The best score is")).toHaveDisplayValue("By the scores: 5");
  await user.selectOptions(screen.getByLabelText("The best score is"), "10");
  await user.click(screen.getByRole("button", { name: "Choose the file and read it" }));
  await user.upload(document.querySelector<HTMLInputElement>("input[type=file]")!, csvFile());
  await waitFor(() => expect(location.search).toBe("?id=8"));
  expect(queries[1]).toBe("name=mine.csv&columns=title%2Cscore%2C&score_of=10");
});

test("the reason for an unreadable file has the focus", async () => {
  fakeFiles(() => ["invalid_request", ONLY_MANGA]);
  const { bring } = await start();
  await bring("bad.xml");
  const alert = await screen.findByRole("alert");
  await waitFor(() => expect(alert).toHaveFocus());
  expect(alert).toHaveTextContent(ONLY_MANGA);
});

test("Back does not lead to a discarded import", async () => {
  answer("/api/v1/me/imports", { items: [someImport(7)], next: null });
  fakeImport(somePreview(7));
  const forgotten = takeWrite("DELETE /api/v1/me/imports/{id}", undefined);
  const { user } = open("/import");
  await user.click(await screen.findByRole("link", { name: "Look through list-7.xml" }));
  const steps = history.length;
  await user.click(await screen.findByRole("button", { name: "Forget it" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Forget this import?" }));
  await user.click(dialog.getByRole("button", { name: "Forget it" }));
  expect(await screen.findByText("Drop your files here")).toBeVisible();
  expect(forgotten[0]?.path).toBe("/api/v1/me/imports/7");
  // The start page has taken the import's place in the history
  expect(history.length).toBe(steps);
  expect(location.search).toBe("");
});
