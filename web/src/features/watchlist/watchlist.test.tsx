import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { UserLibrary } from "@/api/types";
import { someEntry, someUser } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { gate } from "@/test/gate";
import { open } from "@/test/render";
import { answer, refuse, unreachable } from "@/test/server";
import { fakeStreams } from "@/test/stream";

let streams: ReturnType<typeof fakeStreams>;

beforeEach(() => {
  streams = fakeStreams();
  answer("/api/v1/session", { user: someUser() });
});

const three = [
  someEntry(1, {
    title: "Steins;Gate",
    score: 9.1,
    popularity: 12,
    genres: ["Drama", "Sci-Fi", "Suspense", "Thriller"],
  }),
  someEntry(2, { title: "進撃の巨人", score: null, popularity: null, genres: [] }),
  someEntry(3, { title: "Mushishi", score: 8.65, popularity: 1234, genres: ["Adventure"] }),
];

async function show(fields: Partial<UserLibrary> = { watchlist: three }, address = "/watchlist") {
  const server = fakeLists(fields);
  const view = open(address);
  await screen.findByRole("table");
  return { server, ...view };
}

const titles = () =>
  screen
    .queryAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("link").textContent);
const address = () => window.location.pathname + window.location.search;
const button = (name: string | RegExp) => screen.getByRole("button", { name });

test("shows each title with its facts, the newest first", async () => {
  await show();
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "",
    "Name",
    "Progress",
    "My score",
    "Rating",
    "Popularity",
    "Genre",
    "Action",
  ]);
  const cells = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent?.replace(/^(Rating|Popularity|Genre|My score) /, ""))
        // The boxes to tick and to choose from have texts of their own.
        .filter((_, column) => column !== 0 && column !== 2),
    );
  expect(cells).toEqual([
    ["Steins;Gate", "–", "9.1", "#12", "Drama, Sci-Fi, Suspense", "Remove"],
    ["進撃の巨人", "–", "N/A", "N/A", "N/A", "Remove"],
    ["Mushishi", "–", "8.7", "#1,234", "Adventure", "Remove"],
  ]);
  expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "4");
  expect(screen.getByText("3 titles")).toBeVisible();
  expect(screen.getByRole("link", { name: "Mushishi" })).toHaveAttribute("href", "/anime/3");
});

test("chips filter by first genre, and the address has the genre", async () => {
  const { user } = await show();
  const chips = within(screen.getByRole("group", { name: "Filter by genre" }));
  expect(chips.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "All Genres",
    "Adventure",
    "Drama",
  ]);
  await user.click(button("Drama"));
  await waitFor(() => expect(titles()).toEqual(["Steins;Gate"]));
  expect(address()).toBe("/watchlist?genre=Drama");
  expect(button("Drama")).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByText("1 of 3 titles")).toBeVisible();
  await user.click(button("All Genres"));
  await waitFor(() => expect(titles()).toHaveLength(3));
  expect(address()).toBe("/watchlist");
});

test("the search filters as one types, without a step back for each letter", async () => {
  const { user } = await show();
  const steps = window.history.length;
  await user.type(screen.getByPlaceholderText("Search your watchlist..."), " MUSHI ");
  await waitFor(() => expect(titles()).toEqual(["Mushishi"]));
  expect(new URLSearchParams(window.location.search).get("search")).toBe(" MUSHI ");
  expect(window.history.length).toBe(steps);
});

test("the address sets the filters", async () => {
  await show(
    { watchlist: [...three, someEntry(4, { title: "K&K 100%", score: 5 })] },
    "/watchlist?search=K%26K+100%25&sort=rating-desc",
  );
  await waitFor(() => expect(titles()).toEqual(["K&K 100%"]));
  expect(screen.getByPlaceholderText("Search your watchlist...")).toHaveValue("K&K 100%");
});

test("sorts by rating both ways, the unknown last, and back to the newest", async () => {
  const { user } = await show();
  await user.click(button("Sort by rating, ascending"));
  await waitFor(() => expect(titles()).toEqual(["Mushishi", "Steins;Gate", "進撃の巨人"]));
  expect(screen.getByRole("columnheader", { name: /Rating/ })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  expect(address()).toBe("/watchlist?sort=rating-asc");
  await user.click(button("Sort by rating, descending"));
  await waitFor(() => expect(titles()).toEqual(["Steins;Gate", "Mushishi", "進撃の巨人"]));
  await user.click(button("Sort by rating, descending"));
  await waitFor(() => expect(titles()).toEqual(["Steins;Gate", "進撃の巨人", "Mushishi"]));
  expect(address()).toBe("/watchlist");
});

test("filters without results can be cleared", async () => {
  const { user } = await show();
  await user.type(screen.getByPlaceholderText("Search your watchlist..."), "xyzzy");
  expect(await screen.findByText("No title on your watchlist matches.")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
  await user.click(button("Show all titles"));
  expect(titles()).toHaveLength(3);
});

test("Remove removes a title at once, moves the focus on, and can be undone", async () => {
  const { user, server } = await show();
  const { open: letPass, passed } = gate();
  server.wait = passed;
  await user.click(button("Remove Steins;Gate"));
  await waitFor(() => expect(titles()).toEqual(["進撃の巨人", "Mushishi"]));
  await waitFor(() => expect(button("Remove 進撃の巨人")).toHaveFocus());
  expect(screen.getByText("Removed “Steins;Gate”.")).toBeVisible();
  await user.click(button("Undo"));
  await waitFor(() => expect(titles()).toEqual(["Steins;Gate", "進撃の巨人", "Mushishi"]));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  letPass();
  await waitFor(() => expect(server.writes).toEqual(["DELETE list 1", "undo 1"]));
  expect(server.record().watchlist).toHaveLength(3);
});

test("Undo has a shortcut, which is off while typing", async () => {
  const { user } = await show();
  await user.click(button("Remove Mushishi"));
  await waitFor(() => expect(titles()).toHaveLength(2));
  await user.click(screen.getByPlaceholderText("Search your watchlist..."));
  await user.keyboard("{Control>}z{/Control}");
  expect(titles()).toHaveLength(2);
  act(() => button("Remove Steins;Gate").focus());
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(titles()).toHaveLength(3));
});

test("after the last removal the empty list has the focus", async () => {
  const { user } = await show({ watchlist: [someEntry(1)] });
  await user.click(button("Remove Title 1"));
  expect(await screen.findByText("Your watchlist is empty.")).toBeVisible();
  const browse = screen.getByRole("link", { name: "Browse anime" });
  await waitFor(() => expect(browse).toHaveFocus());
  expect(browse).toHaveAttribute("href", "/");
});

test("a refused removal is reverted, and the reason replaces the Undo", async () => {
  const { user, server } = await show();
  server.behavior = { status: 403, code: "foreign_origin" };
  await user.click(button("Remove Mushishi"));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "“Mushishi” was not removed from your watchlist.",
  );
  await waitFor(() => expect(titles()).toHaveLength(3));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("an unsent change stays, and the page says that it is sent later", async () => {
  const { user, server } = await show();
  server.behavior = "unreachable";
  await user.click(button("Remove Mushishi"));
  expect(await screen.findByText(/Your change is kept and sent later/)).toBeVisible();
  expect(titles()).toHaveLength(2);
  server.behavior = "ok";
  await waitFor(() => expect(server.record().watchlist).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(/kept and sent later/)).toBeNull());
});

test("changes of another device show without reload", async () => {
  const { server } = await show();
  await waitFor(() => expect(streams.begun()).toEqual([4]));
  server.onChange = (change) => act(() => streams.change(change));
  server.change("PUT", "watchlist", 9);
  await waitFor(() => expect(titles()[0]).toBe("Title 9"));
  server.change("DELETE", "watchlist", 1);
  await waitFor(() => expect(titles()).not.toContain("Steins;Gate"));
});

test("the unresolved count follows changes elsewhere, with one request per burst", async () => {
  let asked = 0;
  let total = 0;
  answer("/api/v1/me/unresolved", () => {
    asked += 1;
    return { items: [], total, next: null };
  });
  const { server } = await show();
  await waitFor(() => expect(streams.begun()).toEqual([4]));
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByRole("link", { name: /without a title$/ })).toBeNull();
  server.onChange = (change) => act(() => streams.change(change));
  total = 3;
  server.change("PUT", "watchlist", 9);
  server.change("PUT", "watchlist", 10);
  const link = await screen.findByRole("link", { name: "3 without a title" });
  expect(link).toHaveAttribute("href", "/import#unresolved");
  expect(asked).toBe(2);
  total = 0;
  server.change("PUT", "watchlist", 11);
  await waitFor(() => expect(link).not.toBeInTheDocument());
});

test("the unresolved count reloads when the page becomes visible", async () => {
  const some = { items: [], total: 2, next: null };
  answer("/api/v1/me/unresolved", some);
  await show();
  expect(await screen.findByRole("link", { name: "2 without a title" })).toBeVisible();
  answer("/api/v1/me/unresolved", { ...some, total: 5 });
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  expect(await screen.findByRole("link", { name: "5 without a title" })).toBeVisible();
});

test("the page says that it is loading", async () => {
  const { open: letPass, passed } = gate();
  const server = fakeLists();
  server.readWait = passed;
  open("/watchlist");
  await waitFor(() => expect(server.reads).toBeGreaterThan(0));
  expect(screen.getByText("Loading ...")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Watch-list" })).toBeVisible();
  letPass();
  expect(await screen.findByText("Your watchlist is empty.")).toBeVisible();
});

test.each([
  ["cannot be reached", () => unreachable("/api/v1/me/list"), "We cannot reach the server."],
  ["fails", () => refuse("/api/v1/me/list", 500, "internal"), "Something went wrong on our side."],
])("when the server %s the page says so, and Retry helps", async (_, fail, text) => {
  fakeLists();
  fail();
  const { user } = open("/watchlist");
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  fakeLists({ watchlist: three });
  await user.click(button("Retry"));
  await waitFor(() => expect(titles()).toHaveLength(3));
});

test("offline the cached list shows, and the page says so", async () => {
  await show();
  const online = Object.getOwnPropertyDescriptor(Navigator.prototype, "onLine")!;
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(await screen.findByText(/This is your watchlist as we last saw it/)).toBeVisible();
  expect(titles()).toHaveLength(3);
  Object.defineProperty(navigator, "onLine", online);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByText(/as we last saw it/)).toBeNull();
});

test("signing out in another tab clears the page", async () => {
  await show();
  const channel = new BroadcastChannel("mitai:session");
  channel.postMessage({ kind: "signed-out", uid: someUser().uid });
  channel.close();
  expect(await screen.findByText(/Log in to see it/)).toBeVisible();
  expect(screen.queryByText("Mushishi")).toBeNull();
});

test("logging in leads back to the filtered list", async () => {
  answer("/api/v1/session", { user: null });
  open("/watchlist?genre=Slice+of+Life&sort=rating-asc");
  expect(await screen.findByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fwatchlist%3Fgenre%3DSlice%2Bof%2BLife%26sort%3Drating-asc",
  );
});

test("only the rows in view are rendered, of ten thousand", async () => {
  const watchlist = Array.from({ length: 10_000 }, (_, index) => someEntry(index + 1));
  await show({ watchlist });
  expect(titles().length).toBeLessThan(40);
  expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "10001");
  expect(screen.getAllByRole("row")[1]).toHaveAttribute("aria-rowindex", "2");
});
