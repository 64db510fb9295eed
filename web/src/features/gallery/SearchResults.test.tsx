import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { navigate } from "wouter/use-browser-location";
import { card, details, listing, suggested } from "@/test/anime";
import { gate } from "@/test/gate";
import { Near } from "@/test/near";
import { open } from "@/test/render";
import { answer, server, unreachable } from "@/test/server";

const titles = () =>
  [...document.querySelectorAll("article")].map((each) => each.querySelector("a")?.textContent);
const found = (...ids: number[]) => ids.map((id) => card({ mal_id: id }));

/** Three titles on two pages; the second begins with one the first has shown already. */
const twoPages = (url: URL) => {
  const page = Number(url.searchParams.get("page"));
  const items = page === 1 ? found(1, 2) : found(2, 3);
  return listing(page, { items, total_pages: 2, total: 3 });
};

describe("a search", () => {
  test("shows what it finds, without hero and page numbers", async () => {
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    open("/?search=naruto");
    expect(
      screen.getByRole("heading", { level: 1, name: 'Search Results for "naruto"' }),
    ).toBeTruthy();
    expect(screen.getAllByTestId("skeleton-card")).toHaveLength(25);
    expect(await screen.findByText("Title 20")).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Featured anime" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test.each([
    "Steins;Gate 0",
    ".hack//SIGN",
    "100%",
    "100%26",
    "K&K",
    "進撃",
    "?",
    "a+b #1",
    '"x"',
  ])("for %s asks for exactly that", async (text) => {
    const asked: (string | null)[] = [];
    answer("/api/v1/anime", (url) => {
      asked.push(url.searchParams.get("search"));
      return listing(1, { items: [], total_pages: 0, total: 0 });
    });
    open(`/?search=${encodeURIComponent(text)}`);
    expect(await screen.findByText(`No anime found for "${text}".`)).toBeTruthy();
    expect(screen.getByRole("heading", { name: `Search Results for "${text}"` })).toBeTruthy();
    expect(asked).toEqual([text]);
  });

  test("without a hit offers links, not skeletons", async () => {
    answer("/api/v1/anime", listing(1, { items: [], total_pages: 0, total: 0 }));
    open("/?search=zzzz");
    await screen.findByText('No anime found for "zzzz".');
    expect(screen.queryAllByTestId("skeleton-card")).toHaveLength(0);
    expect(screen.getByRole("link", { name: "Back to Trending Anime" }).getAttribute("href")).toBe(
      "/",
    );
  });

  test("that fails keeps its skeletons under a notice, and is not called empty", async () => {
    unreachable("/api/v1/anime");
    const { user } = open("/?search=naruto");
    expect((await screen.findByRole("alert")).textContent).toContain("cannot reach the server");
    expect(screen.getAllByTestId("skeleton-card")).toHaveLength(25);
    expect(screen.queryByText(/No anime found/)).toBeNull();
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Title 20")).toBeTruthy();
  });

  test("ignores the late answer of an earlier search", async () => {
    const held = gate();
    const late = gate();
    server.use(
      http.get("*/api/v1/anime", async ({ request }) => {
        const slow = new URL(request.url).searchParams.get("search") === "slow";
        if (slow) await held.passed;
        const items = found(slow ? 1 : 2);
        if (slow) late.open();
        return HttpResponse.json(listing(1, { items, total_pages: 1, total: 1 }));
      }),
    );
    open("/?search=slow");
    act(() => navigate("/?search=fast"));
    await screen.findByText("Title 2");
    held.open();
    await act(() => late.passed);
    expect(titles()).toEqual(["Title 2"]);
    expect(screen.getByRole("heading", { name: 'Search Results for "fast"' })).toBeTruthy();
  });

  test("of blanks only is no search", async () => {
    open("/?search=%20%20", {
      "/api/v1/anime?list=popular&page=1": listing(1),
      "/api/v1/hero": { items: [], as_of: null, source: "built-in" },
    });
    expect(screen.getByRole("heading", { name: "Trending Anime" })).toBeTruthy();
  });
});

describe("Show more", () => {
  test("appends the next page, each title once, until there is no more", async () => {
    answer("/api/v1/anime", twoPages);
    const { user } = open("/?search=title");
    await screen.findByText("Showing 2 of 3");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByText("Title 3");
    expect(titles()).toEqual(["Title 1", "Title 2", "Title 3"]);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    const end = screen.getByText("Showing 3 of 3");
    await waitFor(() => expect(document.activeElement).toBe(end));
  });

  test("is kept by Back, and begins anew with a new search", async () => {
    answer("/api/v1/anime", twoPages);
    answer("/api/v1/anime/{key}", details());
    const { user } = open("/?search=title");
    await screen.findByText("Showing 2 of 3");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await user.click(await screen.findByText("Title 3"));
    await screen.findByRole("heading", { level: 1, name: "Attack on Titan" });
    act(() => history.back());
    await screen.findByText("Showing 3 of 3");
    expect(titles()).toEqual(["Title 1", "Title 2", "Title 3"]);
    expect(location.search).toBe("?search=title&pages=2");
    act(() => navigate("/?search=other"));
    await screen.findByText("Showing 2 of 3");
  });

  test("is in the address, which restores as many pages as exist", async () => {
    const asked: string[] = [];
    answer("/api/v1/anime", (url) => {
      asked.push(url.searchParams.get("page") ?? "");
      return twoPages(url);
    });
    open("/?search=title&pages=7");
    await screen.findByText("Showing 3 of 3");
    expect(asked).toEqual(["1", "2"]);
  });

  test("that fails keeps the titles and can be retried", async () => {
    answer("/api/v1/anime", twoPages);
    const { user } = open("/?search=title");
    await screen.findByText("Showing 2 of 3");
    unreachable("/api/v1/anime");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    const notice = await screen.findByRole("alert");
    expect(titles()).toEqual(["Title 1", "Title 2"]);
    answer("/api/v1/anime", twoPages);
    await user.click(within(notice).getByRole("button", { name: "Retry" }));
    await screen.findByText("Title 3");
  });
});

describe("people and characters of the name", () => {
  beforeEach(() => {
    vi.stubGlobal("IntersectionObserver", Near);
    answer("/api/v1/suggest", suggested([]));
  });

  const some = (kind: string, count: number, total = count) => ({
    items: Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      name: `${kind} ${at + 1}`,
      image_url: null,
    })),
    page: 1,
    pages: Math.ceil(total / 24),
    total,
  });

  test("stand below the titles, each a link, and more come on demand", async () => {
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    answer("/api/v1/people", ({ searchParams }) => {
      expect(searchParams.get("search")).toBe("kaji");
      return some("Person", 14);
    });
    answer("/api/v1/characters", some("Character", 1));
    const { user } = open("/?search=kaji");
    const people = within(await screen.findByRole("region", { name: /^People/ }));
    expect(people.getAllByRole("listitem")).toHaveLength(12);
    await user.click(people.getByRole("button", { name: "Show more" }));
    expect(people.getAllByRole("listitem")).toHaveLength(14);
    expect(people.getByRole("link", { name: "Person 2" })).toHaveAttribute("href", "/person/2");
    const characters = within(screen.getByRole("region", { name: /^Characters/ }));
    expect(characters.getByRole("link")).toHaveAttribute("href", "/character/1");
  });

  test("have no heading without matches", async () => {
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    const asked: string[] = [];
    answer("/api/v1/people", some("Person", 0));
    answer("/api/v1/characters", ({ pathname }) => {
      asked.push(pathname);
      return some("Character", 0);
    });
    open("/?search=zzzz");
    await screen.findByText("Title 20");
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole("heading", { name: /^(People|Characters)/ })).toBeNull();
  });

  test("come first when no title matches, below a one-line message", async () => {
    answer("/api/v1/anime", listing(1, { items: [], total_pages: 0, total: 0 }));
    answer("/api/v1/people", some("Person", 1));
    answer("/api/v1/characters", some("Character", 0));
    open("/?search=hayao");
    const people = await screen.findByRole("region", { name: /^People/ });
    const message = screen.getByText('No anime found for "hayao".');
    expect(people.compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByText(/^Try fewer words/)).toBeNull();
    expect(screen.queryByRole("link", { name: "Back to Trending Anime" })).toBeNull();
  });

  test("come first when one is named in full and titles are only similar", async () => {
    const meant = { id: 1, name: "Hayao Miyazaki", image_url: null };
    const held = gate();
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    answer("/api/v1/suggest", { ...suggested([]), people: [meant], names_first: true });
    answer("/api/v1/characters", some("Character", 0));
    server.use(
      http.get("*/api/v1/people", async () => {
        await held.passed;
        return HttpResponse.json(some("Person", 2));
      }),
    );
    open("/?search=hayao+miyazaki");
    // What the suggestions have is there before all others
    const link = await screen.findByRole("link", { name: "Hayao Miyazaki" });
    const title = await screen.findByText("Title 20");
    expect(link.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // The suggested people may be some of many
    expect(screen.getByRole("region", { name: "People" })).toContainElement(link);
    expect(screen.getByText("1 title")).not.toHaveTextContent("person");
    held.open();
    const other = await screen.findByRole("link", { name: "Person 2" });
    expect(other.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole("region", { name: /^People/ })).toHaveAccessibleName("People2");
    expect(screen.getByRole("link", { name: "2 people" })).toBeVisible();
  });

  test("named in full stay when loading the others fails", async () => {
    const meant = { id: 1, name: "Hayao Miyazaki", image_url: null };
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    answer("/api/v1/suggest", { ...suggested([]), people: [meant], names_first: true });
    answer("/api/v1/characters", some("Character", 0));
    unreachable("/api/v1/people");
    open("/?search=hayao+miyazaki");
    expect(await screen.findByRole("alert")).toHaveTextContent("cannot reach the server");
    expect(screen.getByRole("link", { name: "Hayao Miyazaki" })).toBeVisible();
  });

  test("wait until their place is known", async () => {
    const held = gate();
    let asked = 0;
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    answer("/api/v1/people", () => {
      asked += 1;
      return some("Person", 1);
    });
    answer("/api/v1/characters", some("Character", 0));
    server.use(
      http.get("*/api/v1/suggest", async () => {
        await held.passed;
        return HttpResponse.json({ ...suggested([]), names_first: true });
      }),
    );
    const seen: (Element | null)[] = [];
    const observer = new MutationObserver(() => seen.push(document.getElementById("people")));
    observer.observe(document.body, { childList: true, subtree: true });
    open("/?search=person");
    const title = await screen.findByText("Title 20");
    await waitFor(() => expect(asked).toBe(1));
    // Waits so long that a shown answer would be seen
    await act(() => new Promise((done) => setTimeout(done, 50)));
    held.open();
    const people = await screen.findByRole("region", { name: /^People/ });
    observer.disconnect();
    expect(people.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(seen.filter((each) => each !== null && each !== people)).toEqual([]);
  });

  test("show even if suggestions fail", async () => {
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    answer("/api/v1/people", some("Person", 1));
    answer("/api/v1/characters", some("Character", 0));
    unreachable("/api/v1/suggest");
    open("/?search=person");
    const people = await screen.findByRole("region", { name: /^People/ });
    expect(screen.getByText("Title 20").compareDocumentPosition(people)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  test("are announced above the titles with links down to them", async () => {
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    answer("/api/v1/people", some("Person", 20));
    answer("/api/v1/characters", some("Character", 1));
    open("/?search=kaji");
    const way = await screen.findByRole("link", { name: "20 people" });
    expect(way.closest("p")).toHaveTextContent("1 title · 20 people · 1 character");
    const leadsTo = (link: Element) =>
      document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
    expect(leadsTo(way)).toBe(screen.getByRole("region", { name: /^People/ }));
    const other = screen.getByRole("link", { name: "1 character" });
    expect(leadsTo(other)).toBe(screen.getByRole("region", { name: /^Characters/ }));
  });

  test("that fail to load leave the titles", async () => {
    answer("/api/v1/anime", listing(1, { items: found(20), total_pages: 1, total: 1 }));
    answer("/api/v1/characters", some("Character", 0));
    unreachable("/api/v1/people");
    const { user } = open("/?search=kaji");
    expect(await screen.findByRole("alert")).toHaveTextContent("cannot reach the server");
    expect(screen.getByText("Title 20")).toBeVisible();
    answer("/api/v1/people", some("Person", 2));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("region", { name: /^People/ })).toBeVisible();
  });
});
