import { act, cleanup, screen, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { browsed, details } from "@/test/anime";
import { gate } from "@/test/gate";
import { open } from "@/test/render";
import { answer, refuse, server, unreachable } from "@/test/server";

const BROWSE = "/api/v1/browse";
const titles = () =>
  [...document.querySelectorAll("article")].map((each) => each.querySelector("a")?.textContent);
const here = () => `${location.pathname}${location.search}`;

/** Has the server answer a list of two pages. */
const parts = () =>
  answer(BROWSE, (url) =>
    url.searchParams.get("cursor") === "c1"
      ? browsed([2, 3], { total: 3, facets: null })
      : browsed([1, 2], { total: 3, next: "c1" }),
  );

/** Opens a list whose second page the server refuses. */
async function openUntilRefused() {
  parts();
  const { user } = open("/browse");
  await screen.findByText("Showing 2 of 3");
  refuse(BROWSE, 400, "invalid_request");
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByRole("alert");
  return user;
}

describe("Show more", () => {
  test("continues after the last title, each title once, and is restored by Back", async () => {
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

  /** Has the server answer `count` pages of one title each; returns the cursors that it gets. */
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

  test("is in the address, which restores as many parts in order, ten at most", async () => {
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

  test("of an address with too many parts ends with the list", async () => {
    parts();
    open("/browse?pages=5");
    await screen.findByText("Showing 3 of 3");
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("keeps the scroll position of a reload until loaded, unless the reader scrolls", async () => {
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
      const status = await screen.findByText("Loading anime");
      await screen.findByText("Loading more");
      // The element is the same one: another would be announced again.
      expect(screen.getByText("Loading anime")).toBe(status);
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

  test("keeps the position's id while the parts of a link load", async () => {
    manyParts(3);
    const seen: (string | undefined)[] = [];
    const look = () => seen.push(history.state?.place);
    addEventListener("replaceState", look);
    open("/browse?pages=3", { "/api/v1/browse": browsed([1], { total: 3, next: "c2" }) });
    await screen.findByText("Showing 3 of 3");
    removeEventListener("replaceState", look);
    // The first is the opening of the address; then come the name and two parts.
    const [, name, ...later] = seen;
    expect(name).toEqual(expect.any(String));
    expect(later).toEqual([name, name]);
  });

  test("each visit of the same list has its own scroll position", async () => {
    const scrollTo = vi.fn();
    vi.stubGlobal("scrollTo", scrollTo);
    manyParts(3);
    const { user } = open("/browse?pages=3");
    await screen.findByText("Showing 3 of 3");
    const scrollY = (top: number) => vi.stubGlobal("scrollY", top);
    scrollY(1234);
    const [link] = screen.getAllByRole("link", { name: "Browse" });
    await user.click(link as HTMLElement);
    await screen.findByText("Showing 1 of 3");
    const leaveTab = () => {
      dispatchEvent(new Event("pagehide"));
      return JSON.parse(sessionStorage.getItem(`mitai:place:${history.state.place}`) ?? "null");
    };
    scrollY(55);
    expect(leaveTab()?.top).toBe(55);
    act(() => history.back());
    await screen.findByText("Showing 3 of 3");
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 1234, behavior: "instant" });
    scrollY(777);
    expect(leaveTab()?.top).toBe(777);
  });

  test("that fails keeps the titles and can be retried", async () => {
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

  test("restarts where the server does not know the cursor any more", async () => {
    const user = await openUntilRefused();
    answer(BROWSE, (url) =>
      url.searchParams.get("cursor") === "other"
        ? browsed([3], { total: 3, facets: null })
        : browsed([1, 2], { total: 3, next: "other" }),
    );
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("Showing 3 of 3");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("does not return to an abandoned list after a restart", async () => {
    const user = await openUntilRefused();
    answer(BROWSE, (url) => browsed([url.search === "" ? 1 : 7]));
    const held = gate();
    server.use(http.get(`*${BROWSE}`, () => held.passed.then(() => undefined)));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await user.click(screen.getByRole("checkbox", { name: /Sci-Fi/ }));
    held.open();
    await screen.findByText("Title 7");
    expect(here()).toBe("/browse?genre=sci-fi");
  });
});
