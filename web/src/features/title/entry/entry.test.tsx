import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ListItem } from "@/api/list";
import { someUser } from "@/test/account";
import { details } from "@/test/anime";
import { fakeLists } from "@/test/fake-lists";
import { someItem, someRun } from "@/test/list";
import { open } from "@/test/render";
import { answer } from "@/test/server";
import { fakeStreams } from "@/test/stream";

beforeEach(() => {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
});

async function show(fields: Partial<ListItem> | null) {
  const anime = details({
    title: "Mushishi",
    title_english: null,
    episodes: 24,
    status: "Finished Airing",
  });
  const { mal_id } = anime;
  answer("/api/v1/anime/{key}", anime);
  const server = fakeLists({
    items: fields ? [someItem({ mal_id, title: "Mushishi", ...fields })] : [],
  });
  const view = open(`/anime/${mal_id}`);
  const panel = within(await screen.findByRole("region", { name: "Your list" }));
  await panel.findByRole("radio", { name: "Watching" });
  return { server, panel, malId: mal_id, entry: () => server.item(mal_id), ...view };
}

test("visitors have no panel", async () => {
  answer("/api/v1/session", { user: null });
  const anime = details();
  answer("/api/v1/anime/{key}", anime);
  open(`/anime/${anime.mal_id}`);
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("region", { name: "Your list" })).toBeNull();
});

test("a status puts a title on the list, and Undo takes it off", async () => {
  const { user, panel, entry } = await show(null);
  expect(panel.getByText(/Not on your list yet/)).toBeVisible();
  await user.click(panel.getByRole("radio", { name: "Watching" }));
  expect(await screen.findByText("“Mushishi” is on your list: Watching.")).toBeVisible();
  await waitFor(() => expect(entry()?.status).toBe("watching"));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(entry()).toBeUndefined());
  expect(panel.getByRole("radio", { name: "Watching" })).not.toBeChecked();
});

test("the watchlist button reflects an unsent edit", async () => {
  const { user, panel, server } = await show(null);
  server.behavior = "unreachable";
  await user.click(panel.getByRole("radio", { name: "Watching" }));
  expect(await screen.findByRole("button", { name: "Remove from Watchlist" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Add to Watchlist" })).toBeVisible();
});

test("statuses passed by arrow keys are not saved", async () => {
  const { user, panel, entry } = await show({ progress: 3, status: "watching" });
  act(() => panel.getByRole("radio", { name: "Watching" }).focus());
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(panel.getByRole("radio", { name: "On hold" })).toBeChecked();
  await waitFor(() => expect(entry()).toMatchObject({ status: "paused", progress: 3 }));
  expect(await screen.findByText("“Mushishi” is now On hold.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(entry()).toMatchObject({ status: "watching", progress: 3 }));
});

test("episodes go up, down and to a number, but not past the last", async () => {
  const { user, panel, entry } = await show({ progress: 22, status: "watching" });
  const field = panel.getByLabelText("Episodes seen");
  await user.click(panel.getByRole("button", { name: "One more episode" }));
  expect(field).toHaveValue("23");
  await user.click(panel.getByRole("button", { name: "One episode back" }));
  expect(field).toHaveValue("22");
  await user.clear(field);
  await user.type(field, "25{Enter}");
  expect(panel.getByRole("alert")).toHaveTextContent("“Mushishi” has 24 episodes.");
  await user.clear(field);
  await user.type(field, "24{Enter}");
  await waitFor(() => expect(entry()).toMatchObject({ progress: 24, status: "completed" }));
});

test("dates are a year, a month or a day, and nothing else", async () => {
  const { user, panel, entry } = await show({ status: "completed" });
  const field = panel.getByLabelText("Started");
  await user.type(field, "someday");
  await user.tab();
  expect(panel.getByRole("alert")).toHaveTextContent(
    "Write a date as 2019, 2019-04 or 2019-04-12.",
  );
  await user.clear(field);
  await user.type(field, "2019{Enter}");
  await waitFor(() => expect(entry()?.started).toBe("2019"));
  await user.clear(field);
  await user.tab();
  await waitFor(() => expect(entry()?.started).toBeNull());
});

test("notes are saved when the page is left without leaving the field", async () => {
  const { user, panel, entry } = await show({ status: "watching" });
  await user.type(panel.getByLabelText("Notes"), "Half a thought");
  act(() => history.pushState(null, "", "/about"));
  await waitFor(() => expect(entry()?.notes).toBe("Half a thought"));
});

test("score, notes, tags and the private mark are saved field by field", async () => {
  const { user, panel, entry } = await show({ tags: ["slow"] });
  await user.selectOptions(panel.getByLabelText("My score"), "9");
  await waitFor(() => expect(entry()?.score).toBe(90));
  await user.type(panel.getByLabelText("Notes"), "Quiet.");
  await user.tab();
  await waitFor(() => expect(entry()?.notes).toBe("Quiet."));
  await user.type(panel.getByLabelText("Tags"), "forest{Enter}");
  await waitFor(() => expect(entry()?.tags).toEqual(["forest", "slow"]));
  await user.click(panel.getByRole("button", { name: "Remove the tag slow" }));
  await waitFor(() => expect(entry()?.tags).toEqual(["forest"]));
  await user.click(panel.getByRole("checkbox", { name: "Private" }));
  await waitFor(() => expect(entry()?.private).toBe(true));
});

test("a rewatch opens a run, and the first keeps its dates and its score", async () => {
  const first = {
    state: "done",
    progress: 24,
    started: "2019",
    finished: "2020",
    score: null,
  } as const;
  const { user, panel, entry } = await show({
    status: "completed",
    score: 90,
    runs: [first],
    progress: 24,
  });
  await user.click(panel.getByRole("button", { name: "Watch again" }));
  const again = within(await panel.findByRole("group", { name: "Rewatch 1 · Watching" }));
  const before = within(panel.getByRole("group", { name: "First time · Seen to the end" }));
  await user.click(again.getByRole("button", { name: "One more episode" }));
  await user.selectOptions(again.getByLabelText("Score this time"), "6");
  await user.selectOptions(panel.getByLabelText("My score"), "7");
  await waitFor(() =>
    expect(entry()).toMatchObject({ status: "watching", progress: 1, score: 70 }),
  );
  expect(entry()?.runs).toMatchObject([{ ...first, score: 90 }, { score: 60 }]);
  expect(before.getByLabelText("Started")).toHaveValue("2019");
  expect(before.getByLabelText("Score this time")).toHaveDisplayValue("9");
  await user.click(again.getByRole("button", { name: "Stop this rewatch" }));
  await waitFor(() => expect(entry()?.runs[1]?.state).toBe("abandoned"));
  const stopped = within(panel.getByRole("group", { name: "Rewatch 1 · Stopped" }));
  expect(stopped.getByLabelText("Episodes seen")).toHaveValue("1");
});

test("a former run's episodes, dates and score can be edited", async () => {
  const runs = [
    someRun({ state: "done", progress: 24, score: 90 }),
    someRun({ state: "done", progress: 24 }),
  ];
  const { user, panel, entry } = await show({ status: "completed", score: 80, runs });
  const first = within(panel.getByRole("group", { name: /^First time/ }));
  await user.selectOptions(first.getByLabelText("Score this time"), "No score");
  await user.type(first.getByLabelText("Finished"), "2019-04{Enter}");
  await user.click(first.getByRole("button", { name: "One episode back" }));
  await waitFor(() =>
    expect(entry()).toMatchObject({
      status: "completed",
      score: 80,
      runs: [{ progress: 23, finished: "2019-04", score: null }, runs[1]],
    }),
  );
});

test("a refused change stays with the server's sentence and can be retried", async () => {
  const { user, panel, server, malId, entry } = await show({});
  server.refuse = { malId, detail: "That is too much." };
  await user.type(panel.getByLabelText("Notes"), "Long and dear to me.");
  await user.tab();
  const notice = await panel.findByRole("alert");
  expect(notice).toHaveTextContent("A change of yours was not saved. That is too much.");
  expect(notice).toHaveTextContent("Long and dear to me.");
  server.refuse = null;
  await user.click(within(notice).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(entry()?.notes).toBe("Long and dear to me."));
  expect(panel.queryByRole("alert")).toBeNull();
});
