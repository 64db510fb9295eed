import { screen, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { Section, Video } from "@/api/extras";
import { details } from "@/test/anime";
import { castMember, news, part, picture, recommendation, staffMember } from "@/test/extras";
import { Near } from "@/test/near";
import { open } from "@/test/render";
import { answer, server, unreachable } from "@/test/server";
import { MAL_ID, page, region, showSections as show } from "@/test/title-sections";
import { readSong } from "./theme";

beforeEach(() => vi.stubGlobal("IntersectionObserver", Near));

test("a title without extras has no further sections", async () => {
  show();
  await screen.findByRole("region", { name: "Ratings" });
  for (const name of [
    "Characters",
    "Staff",
    "Episodes",
    "Streaming and links",
    "Statistics",
    "News",
  ]) {
    expect(screen.queryByRole("region", { name })).toBeNull();
  }
  const contents = within(screen.getByRole("navigation", { name: "On this page" }));
  expect(contents.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Ratings",
    "Reviews",
  ]);
});

test("the contents lead to each section, in the order of the page", async () => {
  answer("/api/v1/anime/{id}/staff", part(1, staffMember));
  answer("/api/v1/anime/{id}/characters", part(2, castMember));
  answer("/api/v1/anime/{id}/news", part(1, news));
  answer("/api/v1/anime/{id}/pictures", part(3, picture));
  answer("/api/v1/anime/{id}/links", {
    streaming: [{ name: "Tube", url: "https://tube.example/" }],
    external: [],
  });
  show(
    { name: "news", count: 1 },
    { name: "pictures", count: 3 },
    { name: "links", count: 1, groups: [1, 0] },
    { name: "staff", count: 1 },
    { name: "characters", count: 2 },
  );
  const contents = within(await screen.findByRole("navigation", { name: "On this page" }));
  expect(
    contents.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["Characters2", "#characters"],
    ["Staff1", "#staff"],
    ["Streaming and links", "#links"],
    ["Ratings", "#ratings"],
    ["Reviews", "#reviews"],
    ["Pictures", "#pictures"],
    ["News", "#news"],
  ]);
  await region("Characters");
  for (const place of ["characters", "staff", "links", "ratings", "reviews"]) {
    expect(document.getElementById(place)).toBeVisible();
  }
});

test("characters show with their Japanese voices, and more load on demand", async () => {
  answer("/api/v1/anime/{id}/characters", (url) => part(30, castMember, page(url)));
  const { user } = show({ name: "characters", count: 30 });
  const section = await region("Characters");
  expect(await section.findAllByRole("listitem")).toHaveLength(12);
  const [first] = section.getAllByRole("listitem");
  expect(first).toHaveTextContent("Character 1MainVoice: Person 101Japanese");
  expect(section.getByRole("link", { name: /^Character 1 ?Main/ })).toHaveAttribute(
    "href",
    "/character/1",
  );
  expect(section.getByRole("link", { name: /Person 101/ })).toHaveAttribute("href", "/person/101");
  expect(section.getByText("Showing 12 of 30")).toBeVisible();
  await user.click(section.getByRole("button", { name: "Show more" }));
  expect(await section.findByText("Showing 30 of 30")).toBeVisible();
  expect(section.getAllByRole("listitem")).toHaveLength(30);
  expect(section.queryByRole("button")).toBeNull();
});

test("a failed further page says so, and can be retried", async () => {
  const first = part(30, castMember);
  let fails = true;
  answer("/api/v1/anime/{id}/characters", (url) => {
    if (page(url) === 1) return first;
    if (fails) throw HttpResponse.error();
    return part(30, castMember, 2);
  });
  const { user } = show({ name: "characters", count: 30 });
  const section = await region("Characters");
  await user.click(await section.findByRole("button", { name: "Show more" }));
  expect(await section.findByRole("alert")).toBeVisible();
  fails = false;
  await user.click(section.getByRole("button", { name: "Retry" }));
  expect(await section.findByText("Showing 30 of 30")).toBeVisible();
  expect(section.queryByRole("alert")).toBeNull();
});

test("staff show their positions", async () => {
  answer("/api/v1/anime/{id}/staff", part(1, staffMember));
  show({ name: "staff", count: 1 });
  const section = await region("Staff");
  const link = await section.findByRole("link", { name: /^Person 1 ?Director, Script$/ });
  expect(link).toHaveAttribute("href", "/person/1");
});

test("staff without an id have no page", async () => {
  const unnumbered = {
    person: { id: null, name: "Hiroshi Seko", image_url: null },
    positions: ["Script"],
  };
  answer(
    "/api/v1/anime/{id}/staff",
    part(1, () => unnumbered),
  );
  show({ name: "staff", count: 1 });
  const section = await region("Staff");
  expect(await section.findByText("Hiroshi Seko")).toBeVisible();
  expect(section.queryByRole("link")).toBeNull();
});

test("a failed section says so", async () => {
  unreachable("/api/v1/anime/{id}/staff");
  show({ name: "staff", count: 1 });
  const section = await region("Staff");
  expect(await section.findByRole("alert")).toBeVisible();
});

test("nothing loads from a video's host before the video is clicked", async () => {
  const onYoutube: Video = { kind: "promo", name: "PV 1", youtube_id: "abc", url: null };
  const elsewhere: Video = {
    kind: "promo",
    name: "PV 2",
    youtube_id: null,
    url: "https://v.example/2",
  };
  answer(
    "/api/v1/anime/{id}/videos",
    part(2, (number) => (number === 1 ? onYoutube : elsewhere)),
  );
  const { user } = show({ name: "videos", count: 2 });
  const section = await region("Trailers and videos");
  expect(section.getByText(/^A press on a video loads it from youtube-nocookie/)).toBeVisible();
  const play = await section.findByRole("button", { name: "Play: PV 1" });
  for (const picture of document.querySelectorAll("img")) {
    expect(picture.getAttribute("src")).toMatch(/^\/art\//);
  }
  expect(document.querySelector("iframe")).toBeNull();
  expect(section.getByRole("link", { name: "Watch: PV 2" })).toHaveAttribute(
    "href",
    "https://v.example/2",
  );
  await user.click(play);
  const player = section.getByTitle("Player: PV 1");
  expect(player).toHaveAttribute("src", "https://www.youtube-nocookie.com/embed/abc?autoplay=1");
});

test("many videos are paged", async () => {
  const video = (number: number): Video => ({
    kind: "episode",
    name: `Episode ${number}`,
    youtube_id: null,
    url: `https://v.example/${number}`,
  });
  answer("/api/v1/anime/{id}/videos", (url) => part(30, video, page(url)));
  const { user } = show({ name: "videos", count: 30 });
  const section = await region("Trailers and videos");
  await user.click(await section.findByRole("button", { name: "Show 24 videos" }));
  expect(section.getAllByRole("listitem")).toHaveLength(24);
  await user.click(section.getByRole("button", { name: "Show more" }));
  expect(await section.findByRole("link", { name: "Watch: Episode 30" })).toBeVisible();
});

test("songs are parsed if they have the usual form", async () => {
  answer("/api/v1/anime/{id}/themes", {
    openings: ['1: "Guren no Yumiya (紅蓮の弓矢)" by Linked Horizon (eps 2-13)', "Song"],
    endings: [],
  });
  show({ name: "themes", count: 2, groups: [2, 0] });
  const section = await region("Themes");
  expect(await section.findByText("Guren no Yumiya (紅蓮の弓矢)")).toBeVisible();
  expect(section.getByText("Linked Horizon · eps 2-13")).toBeVisible();
  expect(section.queryByRole("heading", { name: "Endings" })).toBeNull();
  expect(readSong('"A" by B (C)')).toEqual({ name: "A", artist: "B (C)", episodes: null });
  expect(readSong("#2: A")).toEqual({ name: "A", artist: null, episodes: null });
});

test("streaming links have a note that they differ by country", async () => {
  answer("/api/v1/anime/{id}/links", {
    streaming: [{ name: "Tube", url: "https://tube.example/" }],
    external: [{ name: "Official site", url: "https://site.example/" }],
  });
  show({ name: "links", count: 2, groups: [1, 1] });
  const section = await region("Streaming and links");
  expect(await section.findByRole("link", { name: "Tube" })).toHaveAttribute(
    "rel",
    "noopener noreferrer nofollow",
  );
  expect(section.getByText(/check what is offered in your country/)).toBeVisible();
  expect(section.getByRole("heading", { name: "Elsewhere" })).toBeVisible();
});

test("links of the same name show their host", async () => {
  answer("/api/v1/anime/{id}/links", {
    streaming: [],
    external: [
      { name: "Wikipedia", url: "https://en.wikipedia.org/wiki/A" },
      { name: "Wikipedia", url: "https://ja.wikipedia.org/wiki/A" },
      { name: "Official site", url: "https://site.example/" },
    ],
  });
  show({ name: "links", count: 3, groups: [0, 3] });
  const section = await region("Streaming and links");
  await section.findByRole("link", { name: "Wikipedia en.wikipedia.org" });
  expect(section.getByRole("link", { name: "Wikipedia ja.wikipedia.org" })).toBeVisible();
  expect(section.getByRole("link", { name: "Official site" })).toBeVisible();
});

test("recommended titles show their number of votes", async () => {
  answer(
    "/api/v1/anime/{id}/recommendations",
    part(2, (id) => recommendation(id, 3 - id)),
  );
  show({ name: "recommendations", count: 2 });
  const section = await region("Recommendations");
  expect(await section.findByRole("link", { name: /^Title 1 ?2 people$/ })).toHaveAttribute(
    "href",
    "/anime/title-1",
  );
  expect(section.getByText("1 person")).toBeVisible();
});

test("the audience's scores are rows of a table", async () => {
  answer("/api/v1/anime/{id}/statistics", {
    watching: 10,
    completed: 2_000,
    on_hold: 3,
    dropped: 4,
    plan_to_watch: 5,
    total: 2_022,
    scores: [0, 0, 0, 0, 0, 0, 0, 1, 1, 2],
    source: "jikan",
    as_of: "2026-11-20T12:00:00Z",
  });
  show({ name: "statistics", count: 1 });
  const section = await region("Statistics");
  expect(
    await section.findByText("Of 2,022 people at MyAnimeList, as of 20 Nov 2026."),
  ).toBeVisible();
  const table = section.getByRole("table", { name: "Scores given at MyAnimeList" });
  const rows = within(table).getAllByRole("row");
  expect(rows[0]).toHaveTextContent("102 ratings, 50 %");
  expect(section.getByText("Completed").nextElementSibling).toHaveTextContent("2,000");
  expect(section.getByRole("heading", { name: "On lists at MyAnimeList" })).toBeVisible();
});

test("statistics without scores have no bars of nothing", async () => {
  const scores = Array.from({ length: 10 }, () => 0);
  answer("/api/v1/anime/{id}/statistics", {
    watching: 10,
    completed: 0,
    on_hold: 0,
    dropped: 0,
    plan_to_watch: 5,
    total: 15,
    scores,
    source: null,
    as_of: "2026-11-20T12:00:00Z",
  });
  show({ name: "statistics", count: 1 });
  const section = await region("Statistics");
  expect(await section.findByRole("heading", { name: "On lists at its source" })).toBeVisible();
  expect(section.queryByRole("table", { hidden: true })).toBeNull();
});

test("the statistics placeholder has no bars before a title airs", async () => {
  const statistics: Section = { name: "statistics", count: 1, groups: [] };
  answer("/api/v1/anime/{key}", () =>
    details({ mal_id: MAL_ID, status: "Not yet aired", sections: [statistics] }),
  );
  server.use(http.get("*/api/v1/anime/:id/statistics", () => delay("infinite")));
  open(`/anime/${MAL_ID}`);
  const section = await region("Statistics");
  expect(section.queryByRole("table", { hidden: true })).toBeNull();
  expect(section.getByRole("heading", { name: "On lists", hidden: true })).toBeInTheDocument();
});

test("news are links with date and source", async () => {
  answer(
    "/api/v1/anime/{id}/news",
    part(7, (number) => ({ ...news(number), ...(number === 2 && { url: null, at: null }) })),
  );
  const { user } = show({ name: "news", count: 7 });
  const section = await region("News");
  const [first, second] = await section.findAllByRole("listitem");
  expect(first).toHaveTextContent("News 120 Nov 2026·news.example");
  const link = section.getByRole("link", { name: /^News 1/ });
  expect(link).toHaveAttribute("href", "https://www.news.example/1");
  expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  expect(second).toHaveTextContent(/^News 2$/);
  expect(section.getAllByRole("listitem")).toHaveLength(5);
  await user.click(section.getByRole("button", { name: "Show more" }));
  expect(section.getAllByRole("listitem")).toHaveLength(7);
});
