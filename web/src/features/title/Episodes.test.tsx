import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { usualPreferences } from "@/lib/list/preferences";
import { someUser } from "@/test/account";
import { episode, part } from "@/test/extras";
import { fakeLists } from "@/test/fake-lists";
import { someItem } from "@/test/list";
import { Near } from "@/test/near";
import { answer, server } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { MAL_ID, page, region, showSections as show } from "@/test/title-sections";

beforeEach(() => vi.stubGlobal("IntersectionObserver", Near));

test("an episode's date is in the user's zone, or in Japan's if its time is unknown", async () => {
  const days = ["2013-04-07", "2013-04-15", "9999-12-26"];
  const made = (number: number) => episode(number, { aired: days[number - 1] ?? null });
  answer("/api/v1/anime/{id}/episodes", () => part(3, made, 1, 50));
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
  fakeLists({ items: [], preferences: { ...usualPreferences, time_zone: "America/New_York" } });
  show({ name: "episodes", count: 3 });
  const section = await region("Episodes");
  const dates = await section.findAllByRole("time");
  expect(dates.map((date) => date.getAttribute("datetime"))).toEqual([
    "2013-04-06T16:58:00.000Z",
    "2013-04-15",
    "9999-12-25T16:58:00.000Z",
  ]);
  // Until their library has come, the zone is the browser's
  await waitFor(() =>
    expect(dates.map((date) => date.textContent)).toEqual([
      "6 Apr 2013",
      "15 Apr 2013 (Japan)",
      "25 Dec 9999, 11:58",
    ]),
  );
});

test("episodes are marked and come in pages", async () => {
  const made = (number: number) =>
    episode(number, { is_filler: number === 2, is_recap: number === 3, aired: null });
  answer("/api/v1/anime/{id}/episodes", (url) => part(120, made, page(url), 50));
  const { user } = show({ name: "episodes", count: 120 });
  const section = await region("Episodes");
  const rows = await section.findAllByRole("listitem");
  expect(rows).toHaveLength(12);
  expect(rows[1]).toHaveTextContent("Episode 2Episode title 2Filler");
  expect(rows[2]).toHaveTextContent("Recap");
  expect(section.getByText(/Fillers are not of the story/)).toBeVisible();
  expect(section.queryByRole("button", { name: /^Watched/ })).toBeNull();
  const status = section.getByRole("status");
  expect(status).toHaveTextContent(/^Showing 1–12 of 120$/);
  await user.click(section.getByRole("button", { name: "Show 1–50" }));
  expect(section.getAllByRole("listitem")).toHaveLength(50);
  const seen = vi.spyOn(Element.prototype, "scrollIntoView");
  await user.click(section.getByRole("button", { name: "Next: 51–100" }));
  expect(status).toHaveFocus();
  expect(seen.mock.contexts).toEqual([status]);
  expect(await section.findByText("Episode title 51")).toBeVisible();
  expect(section.getAllByRole("listitem")).toHaveLength(50);
  expect(status).toHaveTextContent("Showing 51–100 of 120");
  await user.click(section.getByRole("button", { name: "Next: 101–120" }));
  expect(await section.findByText("Episode title 120")).toBeVisible();
  const next = section.getByRole("button", { name: "Next" });
  expect(next).toHaveAttribute("aria-disabled", "true");
});

test("a page of episodes that is late or fails says so, and leaves the way back", async () => {
  let fail = () => {};
  const late = new Promise<void>((resolve) => {
    fail = resolve;
  });
  answer("/api/v1/anime/{id}/episodes", part(120, episode, 1, 50));
  const { user } = show({ name: "episodes", count: 120 });
  const section = await region("Episodes");
  const next = await section.findByRole("button", { name: "Next: 51–100" });
  server.use(
    http.get("*/api/v1/anime/:id/episodes", async () => {
      await late;
      return HttpResponse.error();
    }),
  );
  await user.click(next);
  const status = section.getByRole("status");
  expect(status).toHaveTextContent("Loading 51–100 of 120");
  expect(section.getByText("Episode title 1").closest("ul")).toHaveAttribute("inert");
  fail();
  expect(await section.findByRole("button", { name: "Retry" })).toBeVisible();
  expect(status).toHaveTextContent("Could not load 51–100 of 120");
  expect(status).toHaveFocus();
  await user.click(section.getByRole("button", { name: "Previous: 1–50" }));
  expect(await section.findByText("Episode title 1")).toBeVisible();
  expect(status).toHaveTextContent("Showing 1–50 of 120");
  await user.click(section.getByRole("button", { name: "Next: 51–100" }));
  const retry = await section.findByRole("button", { name: "Retry" });
  answer("/api/v1/anime/{id}/episodes", (url) => part(120, episode, page(url), 50));
  await user.click(retry);
  expect(status).toHaveFocus();
  expect(await section.findByText("Episode title 51")).toBeVisible();
  expect(status).toHaveTextContent("Showing 51–100 of 120");
});

test("marking an episode watched marks all before it", async () => {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
  const item = someItem({ mal_id: MAL_ID, status: "watching", progress: 60, episodes: 120 });
  const lists = fakeLists({ items: [item] });
  const asked: number[] = [];
  answer("/api/v1/anime/{id}/episodes", (url) => {
    asked.push(page(url));
    return part(120, episode, page(url), 50);
  });
  const { user } = show({ name: "episodes", count: 120 });
  const section = await region("Episodes");
  expect(await section.findByText("Episode title 61")).toBeVisible();
  expect(asked).toEqual([2]);
  expect(section.getByText("Showing 60–71 of 120, from where you are")).toBeVisible();
  expect(section.getByRole("button", { name: "Previous: 1–50" })).toBeVisible();
  expect(section.getByRole("button", { name: "Watched: episode 60" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await user.click(section.getByRole("button", { name: "Mark as watched up to episode 63" }));
  expect(await section.findByRole("button", { name: "Watched: episode 63" })).toBeVisible();
  // The pressed button stays where it was.
  expect(section.getByText("Episode title 61")).toBeVisible();
  await waitFor(() => expect(lists.edits).toHaveLength(1));
  expect(lists.edits[0]).toMatchObject({ mal_id: MAL_ID, progress: 63 });
});

test("rows beyond the listed number of episodes cannot be marked, and the section says why", async () => {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
  const item = someItem({ mal_id: MAL_ID, status: "watching", progress: 1, episodes: 2 });
  fakeLists({ items: [{ ...item, airing: "finished" }] });
  answer("/api/v1/anime/{id}/episodes", part(3, episode, 1, 50));
  show({ name: "episodes", count: 3 });
  const section = await region("Episodes");
  expect(await section.findByText(/It is listed with 2: only these can be marked/)).toBeVisible();
  const mark = (number: number) => ({ name: `Mark as watched up to episode ${number}` });
  expect(await section.findByRole("button", mark(2))).toBeVisible();
  expect(section.getByText("Episode title 3")).toBeVisible();
  expect(section.queryByRole("button", mark(3))).toBeNull();
});
