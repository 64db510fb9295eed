import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { someEntry, someUser } from "@/test/account";
import { details, hero, listing } from "@/test/anime";
import { fakeLists } from "@/test/fake-lists";
import { gate } from "@/test/gate";
import { someItem } from "@/test/list";
import { open } from "@/test/render";
import { answer, unreachable } from "@/test/server";
import { fakeStreams } from "@/test/stream";

const user = someUser();
const home = {
  "/api/v1/hero": hero(1),
  "/api/v1/anime?list=popular&page=1": listing(1),
};
const title = { "/api/v1/anime/attack-on-titan": details() };

beforeEach(() => {
  fakeStreams();
  sessionStorage.clear();
});

const signedIn = () => answer("/api/v1/session", { user });
const toggle = (name: string) => screen.findByRole("button", { name });

test("a signed-in user's toggle shows at once and is sent to the server", async () => {
  signedIn();
  const server = fakeLists({ watchlist: [someEntry(2)] });
  const { open: letPass, passed } = gate();
  server.wait = passed;
  const page = open("/", home);
  expect(await toggle("Remove from Watchlist: Title 2")).toBeTruthy();
  await page.user.click(await toggle("Add to Watchlist: Title 3"));
  expect(screen.getByRole("button", { name: "Remove from Watchlist: Title 3" })).toBeTruthy();
  // Title 2, title 3: to be seen without pointing at them.
  expect(screen.getAllByRole("img", { name: "On your watchlist" })).toHaveLength(2);
  letPass();
  await waitFor(() => expect(server.record().watchlist).toHaveLength(2));
  await page.user.click(await toggle("Remove from Watchlist: Title 3"));
  expect(screen.getByRole("button", { name: "Add to Watchlist: Title 3" })).toBeTruthy();
  await waitFor(() => expect(server.writes).toEqual(["PUT watchlist 3", "DELETE list 3"]));
});

test("a refused toggle is reverted, and a message says why", async () => {
  signedIn();
  const server = fakeLists();
  server.behavior = { status: 409, code: "list_full" };
  const page = open("/", home);
  await waitFor(() => expect(server.reads).toBe(1));
  await page.user.click(await toggle("Add to Watchlist: Title 3"));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "“Title 3” was not added to your watchlist. Your list is full.",
  );
  expect(await toggle("Add to Watchlist: Title 3")).toBeTruthy();
});

test("the hero's button and the title page's are the same toggle", async () => {
  signedIn();
  const server = fakeLists();
  const page = open("/", { ...home, ...title });
  await page.user.click(await toggle("Add to List"));
  expect(await toggle("Remove from List")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add to List" })).toBeNull();
  await waitFor(() => expect(server.writes).toEqual(["PUT watchlist 1"]));
  page.unmount();
  const next = open("/anime/attack-on-titan", title);
  await next.user.click(await toggle("Add to Watchlist"));
  expect(await toggle("Remove from Watchlist")).toBeTruthy();
  await waitFor(() => expect(server.writes).toContain("PUT watchlist 16498"));
});

test.each([
  ["the hero", "/", "Remove from List", 1, "Removed “Title 1”."],
  ["a card", "/", "Remove from Watchlist: Title 3", 3, "Removed “Title 3”."],
  [
    "the title page",
    "/anime/attack-on-titan",
    "Remove from Watchlist",
    16498,
    "Removed “Attack on Titan”.",
  ],
])("a removal on %s can be undone", async (_, address, button, malId, said) => {
  signedIn();
  const server = fakeLists({ watchlist: [someEntry(malId)] });
  const page = open(address, { ...home, ...title });
  await page.user.click(await toggle(button));
  expect(screen.queryByRole("button", { name: button })).toBeNull();
  expect(screen.getByText(said)).toBeVisible();
  await page.user.click(await toggle("Undo"));
  expect(await toggle(button)).toBeVisible();
  await waitFor(() =>
    expect(server.writes.filter((write) => !write.includes("history"))).toEqual([
      `DELETE list ${malId}`,
      `undo ${malId}`,
    ]),
  );
});

test("putting an entry back edits it from before the removal and loses nothing", async () => {
  signedIn();
  const kept = someItem({ mal_id: 3, title: "Title 3", status: "watching", progress: 5 });
  const server = fakeLists({ items: [kept] });
  const page = open("/", home);
  const { version } = server.record();
  await page.user.click(await toggle("One more episode: Title 3"));
  await page.user.click(await toggle("Remove from Watchlist: Title 3"));
  await waitFor(() => expect(server.item(3)).toBeUndefined());
  await page.user.click(await toggle("Undo"));
  await waitFor(() => expect(server.item(3)).toMatchObject({ status: "watching", progress: 6 }));
  const { base_version } = server.edits.at(-1)!;
  expect(base_version).toBeGreaterThanOrEqual(version);
  expect(base_version).toBeLessThan(server.record().version - 1);
});

async function askedToLogIn() {
  const page = open("/", home);
  await page.user.click(await toggle("Add to Watchlist: Title 3"));
  const alert = await screen.findByRole("alertdialog");
  expect(alert).toHaveTextContent("Please log in to add anime to your watchlist.");
  return { alert: within(alert), ...page };
}

test("an add while signed out asks to log in, and is carried out once afterwards", async () => {
  const { alert, user: visitor, unmount } = await askedToLogIn();
  await visitor.click(alert.getByRole("link", { name: "Log in" }));
  expect(window.location.pathname).toBe("/login");
  expect(sessionStorage.getItem("mitai:pending-add")).toContain("3");
  unmount();

  // However it came about: the server says that somebody is signed in.
  signedIn();
  const server = fakeLists();
  const back = open("/", home);
  expect(
    await screen.findByText("You are logged in, and “Title 3” is on your watchlist."),
  ).toBeVisible();
  await waitFor(() => expect(server.writes).toEqual(["PUT watchlist 3"]));
  expect(await toggle("Remove from Watchlist: Title 3")).toBeTruthy();
  back.unmount();
  open("/", home);
  await waitFor(() => expect(server.reads).toBe(2));
  expect(server.writes).toEqual(["PUT watchlist 3"]);
});

test("an add survives signing up", async () => {
  const { alert, user: visitor } = await askedToLogIn();
  await visitor.click(alert.getByRole("link", { name: "Sign up" }));
  expect(window.location.pathname).toBe("/signup");
  expect(sessionStorage.getItem("mitai:pending-add")).toContain("3");
});

test("an add whose login is declined is dropped", async () => {
  const { alert, user: visitor } = await askedToLogIn();
  await visitor.click(alert.getByRole("button", { name: "Not now" }));
  expect(sessionStorage.getItem("mitai:pending-add")).toBeNull();
});

test.each([
  ["remembers somebody", "1"],
  ["remembers nobody", null],
])("a toggle waits for the session where the browser %s", async (_, hint) => {
  if (hint !== null) localStorage.setItem("mitai:signed-in", hint);
  const { open: letPass, passed } = gate();
  const server = fakeLists();
  server.sessionWait(passed, user);
  const page = open("/", home);
  await page.user.click(await toggle("Add to Watchlist: Title 3"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  letPass();
  await waitFor(() => expect(server.writes).toEqual(["PUT watchlist 3"]));
});

test("without a session answer, a browser without a user asks to log in", async () => {
  unreachable("/api/v1/session");
  const page = open("/", home);
  await page.user.click(await toggle("Add to Watchlist: Title 3"));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("Please log in to add anime");
});

test("without a session answer, a returning user's toggle shows the failure", async () => {
  localStorage.setItem("mitai:signed-in", "1");
  unreachable("/api/v1/session");
  const page = open("/", home);
  await page.user.click(await toggle("Add to Watchlist: Title 3"));
  expect(await screen.findByRole("alert")).toHaveTextContent("We cannot reach the server.");
});

test("opening a title puts it on the history, once", async () => {
  signedIn();
  const server = fakeLists();
  const page = open("/anime/attack-on-titan", title);
  await waitFor(() => expect(server.writes).toEqual(["PUT history 16498"]));
  page.unmount();
  open("/anime/attack-on-titan", title);
  await waitFor(() => expect(server.reads).toBe(2));
  await screen.findByRole("heading", { level: 1, name: "Attack on Titan" });
  expect(server.writes).toEqual(["PUT history 16498"]);
});

test("a title left before the library has loaded is put on the history", async () => {
  localStorage.setItem("mitai:signed-in", user.uid);
  const { open: letPass, passed } = gate();
  const server = fakeLists();
  server.sessionWait(passed, user);
  const page = open("/anime/attack-on-titan", title);
  await screen.findByRole("heading", { level: 1, name: "Attack on Titan" });
  page.unmount();
  letPass();
  open("/about", {});
  await waitFor(() => expect(server.writes).toEqual(["PUT history 16498"]));
});

test("a visitor's visits are not recorded", async () => {
  const server = fakeLists();
  open("/anime/attack-on-titan", title);
  await screen.findByRole("link", { name: "Login" });
  expect(server.writes).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
});
