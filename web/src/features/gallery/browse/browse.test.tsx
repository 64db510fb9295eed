import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { browsed, details, facets } from "@/test/anime";
import { open } from "@/test/render";
import { answer, refuse, unreachable } from "@/test/server";

const BROWSE = "/api/v1/browse";
const titles = () =>
  [...document.querySelectorAll("article")].map((each) => each.querySelector("a")?.textContent);
const filters = () => screen.getByRole("region", { name: "Filters" });
const set = () => screen.getByRole("list", { name: "Filters that are set" });
const here = () => `${location.pathname}${location.search}`;

/** Answers, and tells what was asked. */
function browsing(ids: number[] = [1, 2]): string[] {
  const asked: string[] = [];
  answer(BROWSE, (url) => {
    asked.push(decodeURIComponent(url.search));
    return browsed(ids, { total: 1234 });
  });
  return asked;
}

describe("browsing", () => {
  test("shows skeletons, then the titles and every choice with what it leaves", async () => {
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

  test("a genre is wanted or ruled out, not both", async () => {
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

  test("each filter that is set can be taken away, and all at once", async () => {
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

  test("keeps what there is while other titles are fetched", async () => {
    browsing();
    const { user } = open("/browse");
    await screen.findByText("Title 1");
    answer(BROWSE, () => browsed([3], { facets: facets() }));
    await user.click(screen.getByRole("checkbox", { name: /Mecha/, hidden: true }));
    expect(screen.queryAllByTestId("skeleton-card")).toHaveLength(0);
    expect(await screen.findByText("Title 3")).toBeTruthy();
    expect(screen.getByText("1 title")).toBeTruthy();
  });

  test("on a small screen opens the filters, and shows what they leave", async () => {
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

  test("that fails is not called empty, keeps the choices and can be tried again", async () => {
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

describe("Show more", () => {
  const parts = () =>
    answer(BROWSE, (url) =>
      url.searchParams.get("cursor") === "c1"
        ? browsed([2, 3], { total: 3, facets: null })
        : browsed([1, 2], { total: 3, next: "c1" }),
    );

  test("goes on from the last title, each title once, and is kept by Back", async () => {
    parts();
    answer("/api/v1/anime/{key}", details());
    const { user } = open("/browse?genre=action");
    await screen.findByText("Showing 2 of 3");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByText("Showing 3 of 3");
    expect(titles()).toEqual(["Title 1", "Title 2", "Title 3"]);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    expect(here()).toBe("/browse?genre=action");
    await user.click(screen.getByText("Title 3"));
    await screen.findByRole("heading", { level: 1, name: "Attack on Titan" });
    act(() => history.back());
    await screen.findByText("Showing 3 of 3");
    await user.click(screen.getByRole("checkbox", { name: /Sci-Fi/ }));
    await screen.findByText("Showing 2 of 3");
  });

  test("that fails keeps what is there and can be tried again", async () => {
    parts();
    const { user } = open("/browse");
    await screen.findByText("Showing 2 of 3");
    unreachable(BROWSE);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    const notice = await screen.findByRole("alert");
    expect(titles()).toEqual(["Title 1", "Title 2"]);
    parts();
    await user.click(within(notice).getByRole("button", { name: "Retry" }));
    await screen.findByText("Title 3");
  });

  test("begins anew where the server does not know the way on any more", async () => {
    parts();
    const { user } = open("/browse");
    await screen.findByText("Showing 2 of 3");
    refuse(BROWSE, 400, "invalid_request");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByRole("alert");
    parts();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("Showing 2 of 3");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("button", { name: "Show more" })).toBeTruthy();
  });
});
