import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { browsed, details, facets } from "@/test/anime";
import { gate } from "@/test/gate";
import { open } from "@/test/render";
import { answer, refuse, server, unreachable } from "@/test/server";

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

  test("always show those that are set, and keep them when they are taken back", async () => {
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
    expect(here()).toBe("/browse?genre=action&pages=2");
    await user.click(screen.getByText("Title 3"));
    await screen.findByRole("heading", { level: 1, name: "Attack on Titan" });
    act(() => history.back());
    await screen.findByText("Showing 3 of 3");
    await user.click(screen.getByRole("checkbox", { name: /Sci-Fi/ }));
    await screen.findByText("Showing 2 of 3");
    expect(here()).toBe("/browse?genre=action,sci-fi");
  });

  /** Parts of one title each, as many as there are. */
  const manyParts = (count: number): string[] => {
    const asked: string[] = [];
    answer(BROWSE, (url) => {
      const cursor = url.searchParams.get("cursor") ?? "c1";
      const part = Number(cursor.slice(1));
      asked.push(cursor);
      return browsed([part], { total: count, next: part < count ? `c${part + 1}` : null });
    });
    return asked;
  };

  test("is in the address: who opens that gets as much, in order, and no more than ten parts", async () => {
    const asked = manyParts(14);
    const { unmount } = open("/browse?sort=score&pages=3");
    await screen.findByText("Showing 3 of 14");
    expect(asked).toEqual(["c1", "c2", "c3"]);
    unmount();
    asked.length = 0;
    const { user } = open("/browse?pages=99");
    await screen.findByText("Showing 10 of 14");
    expect(asked).toHaveLength(10);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByText("Showing 11 of 14");
    expect(here()).toBe("/browse?pages=11");
  });

  test("of an address that asks for more than there is ends where the list does", async () => {
    parts();
    open("/browse?pages=5");
    await screen.findByText("Showing 3 of 3");
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("holds the place of a reader who reloads the list until it is whole, but not of who scrolls", async () => {
    const scrollTo = vi.fn();
    vi.stubGlobal("scrollTo", scrollTo);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(5000);
    const box = () => document.querySelector("article")?.closest("ul")?.parentElement;
    manyParts(3);
    open("/browse?pages=3");
    await screen.findByText("Showing 3 of 3");
    const reload = async (meanwhile = () => {}) => {
      vi.stubGlobal("scrollY", 1234);
      dispatchEvent(new Event("pagehide"));
      const { state } = history;
      cleanup();
      scrollTo.mockClear();
      const held = gate();
      server.use(
        http.get(`*${BROWSE}`, async ({ request }) => {
          if (new URL(request.url).searchParams.has("cursor")) await held.passed;
          return undefined;
        }),
      );
      open("/browse?pages=3", {}, state);
      await screen.findByText("Loading more");
      expect(box()?.style.height).toBe("5000px");
      expect(screen.getAllByTestId("skeleton-card")).toHaveLength(2 * 25);
      expect(scrollTo).toHaveBeenLastCalledWith({ top: 1234, behavior: "instant" });
      scrollTo.mockClear();
      meanwhile();
      held.open();
      await screen.findByText("Showing 3 of 3");
      expect(box()?.style.height).toBe("");
      expect(screen.queryAllByTestId("skeleton-card")).toHaveLength(0);
    };
    await reload();
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 1234, behavior: "instant" });
    await reload(() => dispatchEvent(new Event("wheel")));
    expect(scrollTo).not.toHaveBeenCalled();
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

  test("finds another way where the server does not know the old one any more", async () => {
    parts();
    const { user } = open("/browse");
    await screen.findByText("Showing 2 of 3");
    refuse(BROWSE, 400, "invalid_request");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByRole("alert");
    answer(BROWSE, (url) =>
      url.searchParams.get("cursor") === "other"
        ? browsed([3], { total: 3, facets: null })
        : browsed([1, 2], { total: 3, next: "other" }),
    );
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("Showing 3 of 3");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
