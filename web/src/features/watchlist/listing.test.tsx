import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ListItem } from "@/api/list";
import { someUser } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { someItem } from "@/test/list";
import { open } from "@/test/render";
import { answer } from "@/test/server";
import { fakeStreams } from "@/test/stream";

beforeEach(() => {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
});

const item = (mal_id: number, title: string, fields: Partial<ListItem> = {}) =>
  someItem({ mal_id, title, genres: ["Action"], mean: 8, ...fields });

const four = () => [
  item(1, "Planned", { tags: ["slow"] }),
  item(2, "Watched", { status: "watching", progress: 23, score: 75 }),
  item(3, "Seen", { status: "completed", progress: 24, score: 90, kind: "Movie" }),
  item(4, "Coming", { airing: "not_yet_aired", episodes: null }),
];

async function show(address = "/watchlist", items = four()) {
  const server = fakeLists({ items });
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
const shows = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));

test("a tab for each status has its count, and the address has the status", async () => {
  const { user } = await show();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "All4",
    "Watching1",
    "Plan to watch2",
    "Completed1",
    "On hold0",
    "Dropped0",
  ]);
  await user.click(screen.getByRole("tab", { name: /Completed/ }));
  await shows("Seen");
  expect(address()).toBe("/watchlist?status=completed");
  await user.click(screen.getByRole("tab", { name: /All/ }));
  await shows("Planned", "Watched", "Seen", "Coming");
  expect(address()).toBe("/watchlist");
});

test("the address sets tab, filters and order", async () => {
  await show("/watchlist?score=70&sort=my-score-asc");
  await shows("Watched", "Seen");
  expect(screen.getByLabelText("My score")).toHaveValue("70");
  expect(screen.getByLabelText("Sort by")).toHaveValue("my-score");
});

test("invalid filters in the address are ignored", async () => {
  await show("/watchlist?status=lost&score=seven&sort=toString-asc&airing=no");
  await shows("Planned", "Watched", "Seen", "Coming");
});

test("sorts by anything, the unknown last both ways", async () => {
  const { user } = await show();
  await user.selectOptions(screen.getByLabelText("Sort by"), "My score");
  await shows("Seen", "Watched", "Coming", "Planned");
  expect(address()).toBe("/watchlist?sort=my-score-desc");
  await user.click(button("Descending: turn around"));
  await shows("Watched", "Seen", "Coming", "Planned");
  await user.click(within(screen.getByRole("table")).getByRole("button", { name: "Name" }));
  await shows("Coming", "Planned", "Seen", "Watched");
});

test("+1 and status are in the row, and each can be undone at once", async () => {
  const { user, server } = await show();
  await user.click(button("One more episode: Watched"));
  expect(await screen.findByText("“Watched” is now Completed.")).toBeVisible();
  expect(screen.getByLabelText("Status of Watched")).toHaveValue("completed");
  expect(button("One more episode: Watched")).toHaveAttribute("aria-disabled", "true");
  await waitFor(() => expect(server.item(2)).toMatchObject({ status: "completed", progress: 24 }));
  await user.click(button("Undo"));
  await waitFor(() => expect(server.item(2)).toMatchObject({ status: "watching", progress: 23 }));

  await user.selectOptions(screen.getByLabelText("Status of Planned"), "On hold");
  expect(await screen.findByText("“Planned” is now On hold.")).toBeVisible();
  await waitFor(() => expect(server.edits.at(-1)).toMatchObject({ mal_id: 1, status: "paused" }));
});

test("two quick presses of +1 are two episodes", async () => {
  const { server } = await show("/watchlist", [
    item(2, "Watched", { status: "watching", progress: 3 }),
  ]);
  const more = button("One more episode: Watched");
  act(() => {
    more.click();
    more.click();
  });
  await waitFor(() => expect(server.item(2)?.progress).toBe(5));
});

test("a title that is not yet aired can only be planned", async () => {
  await show();
  const options = within(screen.getByLabelText("Status of Coming")).getAllByRole("option");
  expect(options.filter((option) => !(option as HTMLOptionElement).disabled)).toHaveLength(1);
  expect(button("One more episode: Coming")).toHaveAttribute("aria-disabled", "true");
});

test("a selection is edited at once, and undone at once", async () => {
  const { user, server } = await show();
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Coming" }));
  const bar = within(screen.getByRole("region", { name: "Selected titles" }));
  expect(bar.getByText("3 selected")).toBeVisible();
  await user.selectOptions(bar.getByLabelText("Set the status"), "Dropped");
  await waitFor(() =>
    expect(server.items().map(({ status }) => status)).toEqual([
      "dropped",
      "dropped",
      "dropped",
      "planned",
    ]),
  );
  expect(server.writes).toEqual(["PATCH list of 3"]);
  await user.type(bar.getByLabelText("Tag to add"), "with Ann");
  await user.click(bar.getByRole("button", { name: "Add tag" }));
  await waitFor(() => expect(server.item(1)?.tags).toEqual(["slow", "with Ann"]));
  await user.selectOptions(bar.getByLabelText("Set the score"), "8");
  await waitFor(() => expect(server.item(1)?.score).toBe(80));
  await user.click(bar.getByRole("button", { name: "Remove" }));
  await shows("Coming");
  await user.click(button("Undo"));
  await waitFor(() => expect(server.items()).toHaveLength(4));
  expect(server.item(2)).toMatchObject({ score: 80, status: "dropped" });
});

test("a refused title of a selection says why, and the others are changed", async () => {
  const { user, server } = await show();
  server.refuse = { malId: 4, detail: "“Coming” is not yet aired, so it can only be planned." };
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  await user.selectOptions(screen.getByLabelText("Set the status"), "Watching");
  const why = "“Coming” is not yet aired, so it can only be planned.";
  expect(await screen.findByText(`“Coming” was not changed. ${why}`)).toHaveRole("alert");
  const [kept] = screen.getAllByRole("alert");
  expect(kept).toHaveTextContent(`A change of Coming was not saved. ${why}Status: Watching`);
  expect(server.item(1)?.status).toBe("watching");
  await waitFor(() => expect(screen.getByLabelText("Status of Coming")).toHaveValue("planned"));
});

test("the list works by single keys, and the keys can be turned off", async () => {
  const { user, server } = await show();
  await user.keyboard("j");
  expect(screen.getByRole("link", { name: "Planned" })).toHaveFocus();
  await user.keyboard("j+");
  await waitFor(() => expect(server.item(2)?.progress).toBe(24));
  await user.keyboard("-");
  await waitFor(() => expect(server.item(2)?.progress).toBe(23));
  await user.keyboard("kx");
  expect(screen.getByRole("checkbox", { name: "Select Planned" })).toBeChecked();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: "Selected titles" })).toBeNull();
  await user.keyboard("/");
  expect(screen.getByRole("searchbox")).toHaveFocus();
  await user.tab();
  await user.keyboard("?");
  const help = await screen.findByRole("dialog", { name: "Keyboard short cuts" });
  await user.click(within(help).getByRole("checkbox"));
  await user.click(within(help).getByRole("button", { name: "Close" }));
  await user.keyboard("?");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(button("Keyboard short cuts"));
  await user.click(screen.getByRole("checkbox", { name: /single keys/ }));
});
