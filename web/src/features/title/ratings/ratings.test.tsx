import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ratings, SourceScore } from "@/api/ratings";
import { someUser } from "@/test/account";
import { details } from "@/test/anime";
import { fakeLists } from "@/test/fake-lists";
import { someItem } from "@/test/list";
import { Near } from "@/test/near";
import { noRatings } from "@/test/ratings";
import { open } from "@/test/render";
import { answer, unreachable } from "@/test/server";
import { fakeStreams } from "@/test/stream";

const PATH = "/api/v1/anime/{id}/ratings";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Near);
  answer("/api/v1/anime/{key}", details());
});

const counts = [1, 0, 0, 2, 5, 10, 30, 60, 90, 52];

const estimated: SourceScore = {
  source: "jikan",
  mean: 8.55,
  low: 8.54,
  high: 8.56,
  from_distribution: false,
  raters: 2_904_012,
};

function some(fields: Partial<Ratings> = {}): Ratings {
  return {
    own: { mean: 8.4, low: 8.12, high: 8.67, raters: 250 },
    distribution: counts.map((count, index) => ({ score: index + 1, count })),
    statuses: { watching: 31, completed: 1204, paused: 12, dropped: null, planned: 96 },
    least_raters: 5,
    source: estimated,
    ...fields,
  };
}

async function show() {
  const view = open("/anime/16498");
  const section = within(await screen.findByRole("region", { name: "Ratings" }));
  return { section, ...view };
}

test("shows both scores with their origin and their uncertainty", async () => {
  answer(PATH, some());
  const { section } = await show();
  expect(await section.findByText("8.4")).toBeVisible();
  expect(section.getByText("250 ratings")).toBeVisible();
  expect(section.getByText("Between 8.1 and 8.7 with 95 % certainty.")).toBeVisible();
  expect(section.getByRole("heading", { name: "MyAnimeList" })).toBeVisible();
  expect(section.getByText("2,904,012 ratings")).toBeVisible();
  expect(section.getByText(/^This range is an estimate:/)).toBeVisible();
  expect(section.queryByText(/^This range comes from/)).toBeNull();
});

test("a range that comes from the scores at the source is not called an estimate", async () => {
  answer(PATH, some({ source: { ...estimated, from_distribution: true } }));
  const { section } = await show();
  const text = "This range comes from how often each score was given.";
  expect(await section.findByText(text)).toBeVisible();
  expect(section.queryByText(/^This range is an estimate:/)).toBeNull();
});

test("each bar is a row of a table, and each status says how many", async () => {
  answer(PATH, some());
  const { section } = await show();
  const table = await section.findByRole("table", { name: "Scores given at Mitai" });
  const rows = within(table).getAllByRole("row");
  expect(rows).toHaveLength(10);
  expect(rows[0]).toHaveTextContent("1052 ratings, 21 %");
  expect(rows[9]).toHaveTextContent("11 rating, < 1 %");
  expect(section.getByText("Completed").nextElementSibling).toHaveTextContent("1,204");
  expect(section.getByText("Dropped").nextElementSibling).toHaveTextContent("Fewer than 5");
});

test("below five raters no number shows, and a link leads to log in", async () => {
  answer(PATH, noRatings);
  const { section } = await show();
  expect(await section.findByText(/^A score shows here once 5 ratings count/)).toBeVisible();
  // No outline of numbers stays where there are none
  expect(section.queryByText("10")).toBeNull();
  expect(section.queryByText("Fewer than 5")).toBeNull();
  expect(section.queryByRole("definition")).toBeNull();
  const link = await section.findByRole("link", { name: "Log in to rate it" });
  expect(link).toHaveAttribute("href", "/login?next=%2Fanime%2F16498%23ratings");
});

test("a source without a number of raters shows no uncertainty", async () => {
  answer(
    PATH,
    some({ source: { ...estimated, source: "built-in", low: null, high: null, raters: null } }),
  );
  const { section } = await show();
  expect(await section.findByText(/^How sure it is cannot be told/)).toBeVisible();
  expect(section.getByRole("heading", { name: "Built-in catalogue" })).toBeVisible();
});

test("list counts show if one of them is large enough", async () => {
  const statuses = { ...noRatings.statuses, planned: 7 };
  answer(PATH, { ...noRatings, statuses });
  const { section } = await show();
  expect(await section.findByRole("heading", { name: "On lists at Mitai" })).toBeVisible();
  expect(section.getByText("Plan to watch").nextElementSibling).toHaveTextContent("7");
  expect(section.getAllByText("Fewer than 5")).toHaveLength(4);
});

test("a title without any score says so", async () => {
  answer(PATH, noRatings);
  const { section } = await show();
  expect(await section.findByText("No score of other sites is known.")).toBeVisible();
});

test("ratings load only when scrolled near", async () => {
  const observed: (() => void)[] = [];
  class Far extends Near {
    override observe() {
      observed.push(() => super.observe());
    }
  }
  vi.stubGlobal("IntersectionObserver", Far);
  let asked = 0;
  answer(PATH, () => {
    asked += 1;
    return some();
  });
  const { section } = await show();
  expect(section.queryByText("8.4")).toBeNull();
  expect(asked).toBe(0);
  act(() => {
    for (const arrive of observed) arrive();
  });
  expect(await section.findByText("8.4")).toBeVisible();
});

test("ratings refresh only while visible", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
  const seen: ((isIntersecting: boolean) => void)[] = [];
  class Eye extends Near {
    constructor(look: (entries: { isIntersecting: boolean }[]) => void) {
      super(look);
      seen.push((isIntersecting) => look([{ isIntersecting }]));
    }
  }
  vi.stubGlobal("IntersectionObserver", Eye);
  const look = (isIntersecting: boolean) =>
    act(() => {
      for (const tell of seen) tell(isIntersecting);
    });
  let asked = 0;
  answer(PATH, () => {
    asked += 1;
    return asked === 1 ? noRatings : some();
  });
  const { section } = await show();
  expect(await section.findByText(/^A score shows here once/)).toBeVisible();
  look(false);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked).toBe(1);
  look(true);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(await section.findByText("8.4")).toBeVisible();
  expect(asked).toBe(2);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked).toBe(2);
});

test("a failure says so, and Retry helps", async () => {
  unreachable(PATH);
  const { user, section } = await show();
  expect(await section.findByRole("alert")).toHaveTextContent("cannot reach the server");
  answer(PATH, some());
  await user.click(section.getByRole("button", { name: "Retry" }));
  expect(await section.findByText("8.4")).toBeVisible();
  expect(section.queryByRole("alert")).toBeNull();
});

/** Rates the title; each answer about ratings after that is the next of these, the last one from then on. */
async function rate(answers: Ratings[]) {
  fakeStreams();
  answer("/api/v1/session", { user: someUser() });
  fakeLists({ items: [someItem({ mal_id: 16498, status: "completed", score: null })] });
  answer(PATH, noRatings);
  const { user, section } = await show();
  const link = await section.findByRole("link", { name: "Rate it" });
  const panel = await screen.findByRole("region", { name: "Your list" });
  expect(link).toHaveAttribute("href", `#${panel.id}`);
  const asked: number[] = [];
  const begun = Date.now();
  answer(PATH, () => {
    asked.push(Date.now() - begun);
    return answers[Math.min(asked.length, answers.length) - 1] ?? noRatings;
  });
  await user.selectOptions(await within(panel).findByLabelText("My score"), "8");
  expect(await section.findByText(/^Your score/)).toHaveTextContent("Your score: 8");
  expect(section.getByRole("link", { name: "Change it" })).toBeVisible();
  return { section, asked };
}

test("the reader's own score shows, and a change of it reloads the ratings once counted", async () => {
  const { section, asked } = await rate([some()]);
  await waitFor(() => expect(section.getByText("8.4")).toBeVisible());
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThanOrEqual(1_400);
});

test("a change counted late reloads the ratings once more", async () => {
  const { section, asked } = await rate([noRatings, some()]);
  await waitFor(() => expect(section.getByText("8.4")).toBeVisible());
  expect(asked).toHaveLength(2);
});
