import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import type { Statistics, YearInReview } from "@/api/statistics";
import { signedInAs } from "@/test/account";
import { open } from "@/test/render";
import { answer, refuse, server, unreachable } from "@/test/server";
import { someReviewed, someStatistics, someYear, tenTitles } from "@/test/statistics";

function show(statistics: Statistics, address = "/statistics", review?: YearInReview) {
  signedInAs();
  answer("/api/v1/me/statistics", statistics);
  if (review) answer("/api/v1/me/statistics/{year}", review);
  return open(address);
}

/** Returns the texts of a table's rows, by the name of its drawing. */
async function table(name: string) {
  const shown = await screen.findByRole("table", { name });
  const rows = within(shown).getAllByRole("row");
  return rows.map((row) => row.textContent);
}

test("each chart of the statistics has its table", async () => {
  show(tenTitles);
  expect(await screen.findByText("53")).toBeVisible();
  expect(screen.getByText("2 days, without 3 episodes of unknown length")).toBeVisible();
  expect(screen.getByText("of 6 rated, 95 % range 6.8 to 8.1")).toBeVisible();
  expect(
    screen.getByText("Your 7 is your middle: 33 % of your scores are lower, 33 % are higher."),
  ).toBeVisible();
  const scale = within(screen.getByRole("region", { name: "My scale" }));
  expect(scale.getByText("Your middle")).toBeVisible();
  expect(await table("My scale")).toEqual([
    "ScoreTitlesLowerThe sameHigher",
    "620\u00a0%33\u00a0%67\u00a0%",
    "7233\u00a0%33\u00a0%33\u00a0%",
    "9267\u00a0%33\u00a0%0\u00a0%",
  ]);
  expect(await table("Genres by your scores")).toEqual([
    "GenreDifference ±\u00a0chanceLikedRated",
    "Drama+0.8 ± 0.6More5",
    "Action0 ± 0.0Not clear6",
    "Comedy−1.1 ± 0.6Less5",
  ]);
  expect(screen.getByText("Too few to say, with fewer than 5 rated: Gourmet (2).")).toBeVisible();
  expect(await table("Finished by year")).toEqual([
    "YearTitles",
    "20242",
    "20263",
    "Nobody knows when1",
  ]);
});

test("a table shows in the drawing's place, by the keyboard, too", async () => {
  const { user } = show(tenTitles);
  const toggle = await screen.findByRole("button", { name: "Show as table: Titles by status" });
  const section = screen.getByRole("region", { name: "Titles by status" });
  expect(section.querySelector("[aria-hidden] ul")).not.toBeNull();
  toggle.focus();
  await user.keyboard("{Enter}");
  expect(toggle).toHaveAttribute("aria-pressed", "true");
  expect(section.querySelector("[aria-hidden] ul")).toBeNull();
  expect(within(section).getByRole("table").parentElement).not.toHaveClass("sr-only");
  await user.keyboard(" ");
  expect(within(section).getByRole("table").parentElement).toHaveClass("sr-only");
});

test("an empty list, few scores, a failure and a visitor each have their own text", async () => {
  const empty = show(someStatistics());
  expect(await screen.findByText("There is nothing to count yet.")).toBeVisible();
  empty.unmount();
  const few = show(
    someStatistics({
      titles: 2,
      scores: {
        count: 1,
        mean: 70,
        mean_low: null,
        mean_high: null,
        deviation: null,
        scale: "10",
        steps: [{ value: 7, count: 1, below: 0, above: 0 }],
      },
    }),
  );
  expect(await screen.findByText("Rate five titles and this fills.")).toBeVisible();
  expect(screen.getByText("You have rated 1 title so far.")).toBeVisible();
  expect(screen.getByText(/^Rate 5 titles of a genre/)).toBeVisible();
  few.unmount();
  refuse("/api/v1/me/statistics", 500, "internal");
  const failed = open("/statistics");
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong on our side.");
  failed.unmount();
  unreachable("/api/v1/me/statistics");
  const away = open("/statistics");
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  away.unmount();
  answer("/api/v1/session", { user: null });
  open("/statistics");
  expect(await screen.findByText("Please log in to see your list in numbers.")).toBeVisible();
});

const bebop = someReviewed();
const year = someYear({
  titles: 2,
  again: 1,
  watched: { episodes: 38, again: 12, seconds: 54_720, untimed: 0 },
  months: [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  scored: 1,
  mean: 90,
  genres: [{ name: "Action", titles: 2 }],
  best: [bebop],
  longest: bebop,
  first: someReviewed({ mal_id: 2, title_english: "Trigun", finished: "2026-01-02", score: null }),
  last: bebop,
});

test("a year is chosen in the address, and shows what was finished in it", async () => {
  const { user } = show(tenTitles, "/statistics", year);
  const years = await screen.findByRole("navigation", { name: "Years" });
  const links = within(years).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual(["All time", "2026", "2024"]);
  await user.click(within(years).getByRole("link", { name: "2026" }));
  expect(await screen.findByRole("heading", { name: "Your 2026 in anime" })).toBeVisible();
  expect(window.location.search).toBe("?year=2026");
  expect(within(years).getByRole("link", { name: "2026" })).toHaveAttribute("aria-current", "page");
  const best = screen.getByRole("region", { name: "Rated best" });
  expect(within(best).getByRole("link", { name: "Cowboy Bebop 9" })).toHaveAttribute(
    "href",
    "/anime/1",
  );
  expect(screen.getByRole("link", { name: "First finished Trigun 2 Jan 2026" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Longest Cowboy Bebop 10 hours" })).toBeVisible();
  const picture = screen.getByRole("img", { name: "My 2026 in anime" });
  expect(picture).toHaveAttribute("src", "/api/v1/me/statistics/2026/picture.png?shape=wide");
  await user.click(screen.getByRole("radio", { name: "Tall" }));
  expect(screen.getByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    "/api/v1/me/statistics/2026/picture.png?shape=tall",
  );
});

test("a year without a finished title says so, and no year is all of them", async () => {
  const view = show(tenTitles, "/statistics?year=2025", someYear({ year: 2025 }));
  expect(await screen.findByText(/^You finished nothing in 2025/)).toBeVisible();
  view.unmount();
  show(tenTitles, "/statistics?year=soon");
  expect(await screen.findByRole("table", { name: "My scale" })).toBeInTheDocument();
});

test("the picture is shared as a file if the browser can", async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal(
    "navigator",
    Object.assign(Object.create(navigator), { canShare: () => true, share }),
  );
  server.use(
    http.get("*/api/v1/me/statistics/2026/picture.png", () =>
      HttpResponse.arrayBuffer(new Uint8Array([137, 80]).buffer),
    ),
  );
  const { user } = show(tenTitles, "/statistics?year=2026", year);
  await user.click(await screen.findByRole("button", { name: "Share" }));
  await waitFor(() => expect(share).toHaveBeenCalled());
  const file = share.mock.calls[0]?.[0].files?.[0];
  expect([file?.name, file?.type]).toEqual(["mitai-2026-wide.png", "image/png"]);
  server.use(
    http.get(
      "*/api/v1/me/statistics/2026/picture.png",
      () => new HttpResponse(null, { status: 503 }),
    ),
  );
  await user.click(screen.getByRole("button", { name: "Share" }));
  expect(
    await screen.findByText("The picture was not shared. You can download it."),
  ).toBeInTheDocument();
});
