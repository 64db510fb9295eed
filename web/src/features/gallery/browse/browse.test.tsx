import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { browsed, facets } from "@/test/anime";
import { open } from "@/test/render";
import { answer, unreachable } from "@/test/server";

const BROWSE = "/api/v1/browse";
const filters = () => screen.getByRole("region", { name: "Filters" });
const set = () => screen.getByRole("list", { name: "Filters that are set" });
const here = () => `${location.pathname}${location.search}`;

/** Has the server answer, and returns the queries that it gets. */
function browsing(ids: number[] = [1, 2]): string[] {
  const asked: string[] = [];
  answer(BROWSE, (url) => {
    asked.push(decodeURIComponent(url.search));
    return browsed(ids, { total: 1234 });
  });
  return asked;
}

describe("browsing", () => {
  test("shows skeletons, then the titles and every choice with its count", async () => {
    browsing();
    open("/browse");
    expect(await screen.findByRole("heading", { level: 1, name: "Browse Anime" })).toBeTruthy();
    expect(screen.getAllByTestId("skeleton-card")).toHaveLength(25);
    expect(await screen.findByText("Title 2")).toBeTruthy();
    expect(document.title).toBe("Browse Anime · Mitai");
    expect(screen.getByText("1,234 titles").getAttribute("role")).toBe("status");
    expect(within(filters()).getByRole("checkbox", { name: /Action\s*5,100/ })).toBeTruthy();
    expect(within(filters()).getByRole("checkbox", { name: /TV Special\s*0/ })).toBeTruthy();
    expect(within(filters()).getByRole("option", { name: "2 to 13 episodes (80)" })).toBeTruthy();
    // What begins in 2023 or later, and in 2023 or earlier
    expect(within(filters()).getByRole("option", { name: "2023 (7)" })).toBeTruthy();
    expect(within(filters()).getByRole("option", { name: "2023 (9)" })).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Filters that are set" })).toBeNull();
  });

  test("takes the first titles from the page", async () => {
    open("/browse?sort=score&genre=sci-fi,action", {
      "/api/v1/browse?genre=action%2Csci-fi&sort=score": browsed([7]),
    });
    expect(await screen.findByText("Title 7")).toBeTruthy();
    expect(screen.getByText("1 title")).toBeTruthy();
  });

  test("puts every filter and the order into the address, and asks for exactly that", async () => {
    const asked = browsing();
    const { user } = open("/browse");
    await screen.findByText("Title 1");
    const form = within(filters());
    await user.click(form.getByRole("checkbox", { name: /Action/ }));
    await user.click(form.getByRole("button", { name: "Without Sci-Fi" }));
    await user.click(form.getByRole("checkbox", { name: /Fall/ }));
    await user.click(form.getByRole("checkbox", { name: /TV Special/ }));
    await user.click(form.getByRole("checkbox", { name: /Airing now/ }));
    await user.selectOptions(form.getByRole("combobox", { name: "From" }), "2020");
    await user.selectOptions(form.getByRole("combobox", { name: "To" }), "2023");
    await user.selectOptions(form.getByRole("combobox", { name: "Score" }), "8");
    await user.selectOptions(form.getByRole("combobox", { name: "Episodes" }), "2-13");
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "newest");
    const query =
      "?genre=action&without=sci-fi&type=tv-special&status=airing&season=fall&year=2020-2023&episodes=2-13&min_score=8&sort=newest";
    expect(here()).toBe(`/browse${query}`);
    await waitFor(() => expect(asked.at(-1)).toBe(query));
    expect(
      within(set())
        .getAllByRole("button")
        .map((each) => each.textContent),
    ).toEqual([
      "Action",
      "not Sci-Fi",
      "2020 to 2023",
      "Fall",
      "TV Special",
      "Airing now",
      "Score 8 or more",
      "2 to 13 episodes",
      "Clear all",
    ]);
    act(() => history.back());
    await waitFor(() => expect(here()).toBe(`/browse${query.replace("&sort=newest", "")}`));
  });

  test("explains how choices of several groups combine", async () => {
    browsing();
    open("/browse?genre=action,sci-fi,mecha");
    await screen.findByText("Title 1");
    const form = within(filters());
    expect(
      form.getByText("Within a group, any of your choices will do; every group has to fit."),
    ).toBeTruthy();
    const heading = (name: string) => form.getByRole("heading", { name }).parentElement;
    expect(heading("Genres")?.textContent).toBe("Genresany of 2");
    expect(heading("Themes")?.textContent).toBe("Themes1 chosen");
  });

  test("a genre is included or excluded, not both", async () => {
    browsing();
    const { user } = open("/browse?genre=action");
    await screen.findByText("Title 1");
    const action = screen.getByRole("checkbox", { name: /Action/ }) as HTMLInputElement;
    const without = screen.getByRole("button", { name: "Without Action" });
    expect(action.checked).toBe(true);
    await user.click(without);
    expect(here()).toBe("/browse?without=action");
    expect(without.getAttribute("aria-pressed")).toBe("true");
    expect(action.checked).toBe(false);
    expect(document.activeElement).toBe(without);
    await user.click(action);
    expect(here()).toBe("/browse?genre=action");
  });

  test("each filter can be removed, and all at once", async () => {
    browsing();
    const { user } = open("/browse?genre=action&year=2020-&sort=title");
    await screen.findByText("Title 1");
    await user.click(screen.getByRole("button", { name: "Remove filter: From 2020" }));
    expect(here()).toBe("/browse?genre=action&sort=title");
    expect(document.activeElement?.getAttribute("role")).toBe("status");
    await user.click(screen.getByRole("button", { name: "Clear all" }));
    expect(here()).toBe("/browse?sort=title");
    expect(screen.queryByRole("list", { name: "Filters that are set" })).toBeNull();
  });

  test("keeps the titles while others are fetched", async () => {
    browsing();
    const { user } = open("/browse");
    await screen.findByText("Title 1");
    answer(BROWSE, () => browsed([3], { facets: facets() }));
    await user.click(screen.getByRole("checkbox", { name: /Mecha/, hidden: true }));
    expect(screen.queryAllByTestId("skeleton-card")).toHaveLength(0);
    expect(await screen.findByText("Title 3")).toBeTruthy();
    expect(screen.getByText("1 title")).toBeTruthy();
  });

  test("on a small screen opens the filters, and closes them to show the results", async () => {
    browsing();
    const { user } = open("/browse?genre=action");
    await screen.findByText("Title 1");
    const button = screen.getByRole("button", { name: "Filters (1)" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Show 1,234 titles" }));
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement?.textContent).toBe("1,234 titles");
  });
});

describe("many genres", () => {
  const genre = (number: number) => ({
    value: `g${number}`,
    name: `Genre ${number}`,
    group: "genre" as const,
    titles: 10 * number,
  });
  const many = (count: number) =>
    answer(BROWSE, () =>
      browsed([1], {
        facets: facets({ genres: Array.from({ length: count }, (_, index) => genre(index + 1)) }),
      }),
    );
  const names = () =>
    within(filters())
      .queryAllByRole("checkbox", { name: /^Genre/ })
      .map((each) => each.nextElementSibling?.textContent);

  test("show those with most titles first, and all on demand", async () => {
    many(12);
    const { user } = open("/browse");
    await screen.findByText("Title 1");
    expect(names()).toEqual([7, 8, 9, 10, 11, 12].map((n) => `Genre ${n}`));
    const button = screen.getByRole("button", { name: "Show all 12 genres" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    expect(names()).toHaveLength(12);
    expect(document.activeElement).toBe(button);
    expect(button.textContent).toBe("Show fewer genres");
    expect(button.getAttribute("aria-expanded")).toBe("true");
  });

  test("always show the selected ones, and keep them when deselected", async () => {
    many(12);
    const { user } = open("/browse?genre=g1&without=g2");
    await screen.findByText("Title 1");
    expect(names().slice(0, 3)).toEqual(["Genre 1", "Genre 2", "Genre 7"]);
    await user.click(screen.getByRole("checkbox", { name: /^Genre 1\s*10$/ }));
    expect(here()).toBe("/browse?without=g2");
    expect(names().slice(0, 3)).toEqual(["Genre 1", "Genre 2", "Genre 7"]);
    await user.click(screen.getByRole("button", { name: "Show all 12 genres" }));
    await user.click(screen.getByRole("checkbox", { name: /^Genre 3\s*30$/ }));
    await user.click(screen.getByRole("button", { name: "Show fewer genres" }));
    expect(names().slice(0, 4)).toEqual(["Genre 1", "Genre 2", "Genre 3", "Genre 7"]);
  });

  test("all show where there are hardly more", async () => {
    many(8);
    open("/browse");
    await screen.findByText("Title 1");
    expect(names()).toHaveLength(8);
    expect(screen.queryByRole("button", { name: /^Show all/ })).toBeNull();
  });
});

describe("browsing to nothing", () => {
  test("offers to take any filter away", async () => {
    answer(BROWSE, (url) => browsed(url.searchParams.has("year") ? [] : [1]));
    const { user } = open("/browse?genre=action&year=1901");
    await screen.findByRole("heading", { name: "No anime matches all of these filters." });
    expect(screen.getByText("0 titles")).toBeTruthy();
    expect(screen.queryAllByTestId("skeleton-card")).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Remove “1901”" }));
    expect(await screen.findByText("Title 1")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("1 title");
  });

  test("with one filter offers to clear it", async () => {
    answer(BROWSE, (url) => browsed(url.search === "" ? [1] : []));
    const { user } = open("/browse?genre=unheard-of");
    await user.click(await screen.findByRole("button", { name: "Clear all filters" }));
    expect(await screen.findByText("Title 1")).toBeTruthy();
  });

  test("that fails is not called empty, keeps the choices and can be retried", async () => {
    browsing();
    const { user } = open("/browse");
    await screen.findByText("Title 1");
    unreachable(BROWSE);
    await user.click(screen.getByRole("checkbox", { name: /Action/ }));
    expect((await screen.findByRole("alert")).textContent).toContain("cannot reach the server");
    expect(screen.getAllByTestId("skeleton-card")).toHaveLength(25);
    expect(screen.queryByText("1,234 titles")).toBeNull();
    expect(screen.getByRole("checkbox", { name: /Sci-Fi/ })).toBeTruthy();
    browsing([9]);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Title 9")).toBeTruthy();
  });
});
