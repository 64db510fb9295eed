import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AnimeCard } from "@/api/types";
import { card, details, hero, listing } from "@/test/anime";
import { gate } from "@/test/gate";
import { open } from "@/test/render";
import { answer, refuse, server, unreachable } from "@/test/server";

const page = (url: URL) => listing(Number(url.searchParams.get("page")));
/** A few of a page's cards, for tests that are not about how many there are. */
const few = (url: URL) => ({ ...page(url), items: page(url).items.slice(0, 3) });
const cards = () => [...document.querySelectorAll("article")];
const skeletons = () => screen.queryAllByTestId("skeleton-card");
// Roles are looked up within a region, because looking through the whole page takes long.
const pages = () => screen.getByLabelText("Pages");
const pageButton = (name: string) => within(pages()).getByRole("button", { name });
const pageButtons = () =>
  within(pages())
    .getAllByRole("button", { name: /^Page / })
    .map((button) => button.textContent);
const cardOf = (title: string) => screen.getByText(title).closest("article") as HTMLElement;

/** Opens the home page with one card of these fields. */
async function openWith(fields: Partial<AnimeCard>) {
  answer("/api/v1/anime", listing(1, { items: [card({ title: "Shown", ...fields })] }));
  const view = open("/");
  const shown = await screen.findByRole("article");
  await within(shown).findByTitle("Add to Watchlist");
  return { ...view, shown };
}

beforeEach(() => {
  answer("/api/v1/hero", hero(1));
  answer("/api/v1/anime", few);
  // Tests that follow a card's link end while the title's page asks for its facts.
  answer("/api/v1/anime/{key}", details());
});

describe("the gallery", () => {
  test("shows 25 skeletons while it loads, then 25 cards under its heading", async () => {
    answer("/api/v1/anime", page);
    open("/");
    expect(screen.getByRole("heading", { level: 1, name: "Trending Anime" })).toBeTruthy();
    expect(skeletons()).toHaveLength(25);
    expect(await screen.findByRole("link", { name: "Title 1" })).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(25));
    expect(skeletons()).toHaveLength(0);
  });

  test("says how old its facts are", async () => {
    open("/");
    expect(await screen.findByText("Catalogue as of 31 Aug 2026 · built in")).toBeTruthy();
  });

  test("shows at once when embedded in the page", () => {
    open("/", { "/api/v1/anime?list=popular&page=1": listing(1), "/api/v1/hero": hero(1) });
    expect(cards()).toHaveLength(25);
  });

  test("keeps its skeletons when the listing is empty", async () => {
    answer("/api/v1/anime", listing(1, { items: [], total: 0 }));
    open("/");
    await screen.findByText(/Catalogue as of/);
    expect(skeletons()).toHaveLength(25);
  });

  test("keeps its skeletons under a notice when the server is away, until Retry helps", async () => {
    unreachable("/api/v1/anime");
    const { user } = open("/");
    expect((await screen.findByRole("alert")).textContent).toContain("cannot reach the server");
    expect(skeletons()).toHaveLength(25);
    answer("/api/v1/anime", few);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("Title 1");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("hero and gallery share one notice and one Retry", async () => {
    refuse("/api/v1/anime", 503, "unavailable");
    refuse("/api/v1/hero", 503, "unavailable");
    const { user } = open("/");
    await screen.findByRole("alert");
    expect(skeletons()).toHaveLength(25);
    expect(screen.getByText("Loading featured anime")).toBeTruthy();
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    answer("/api/v1/anime", few);
    answer("/api/v1/hero", hero(1));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("Title 1");
    await screen.findByRole("heading", { name: "Slide title 1" });
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a card", () => {
  test("has the complete overlay", async () => {
    const { shown } = await openWith({ score: 8.55, scored_by: 12_345, seasons: 2, episodes: 25 });
    expect(shown.textContent).toContain("8.6");
    expect(within(shown).getByText("12.3K votes").title).toBe("12,345 votes");
    expect(within(shown).getByText("2 Seasons")).toBeTruthy();
    expect(within(shown).getByText("Episodes: 25")).toBeTruthy();
    expect(within(shown).getByText("Behind three walls.").className).toContain("line-clamp-4");
  });

  test.each([
    [8.53, 8.57, "Score 8.6 (Between 8.5 and 8.6 with 95 % certainty, estimated)"],
    [8.12, 8.93, "Score 8.6 8.1–8.9 (Between 8.1 and 8.9 with 95 % certainty, estimated)"],
    [null, null, "Score 8.6"],
  ])("tells how sure its score is: %d to %d", async (score_low, score_high, text) => {
    const { shown } = await openWith({ score: 8.55, score_low, score_high });
    expect(within(shown).getByText("8.6").textContent).toBe(text.replace("5 %", "5\u00a0%"));
  });

  test("says which facts are unknown", async () => {
    const { shown } = await openWith({
      score: null,
      score_low: null,
      score_high: null,
      scored_by: null,
      seasons_known: false,
      episodes: null,
      synopsis: null,
    });
    expect(within(shown).getByText("N/A", { exact: false })).toBeTruthy();
    expect(within(shown).getByText("0").title).toBe("0 votes");
    const seasons = within(shown).getByTitle("Number of seasons not known");
    expect(seasons.textContent).toBe("1 Season (number of seasons not known)");
    expect(within(shown).getByText("Episodes: ?")).toBeTruthy();
    expect(within(shown).getByText("No description available.")).toBeTruthy();
  });

  test.each([
    [{ title: "Default", title_english: "English" }, "English"],
    [{ title: "Default", title_english: null }, "Default"],
    [{ title: "", title_english: null }, "Untitled"],
  ])("titled %o is a link named %s to its page", async (titles, name) => {
    await openWith({ ...titles, slug: "the-slug" });
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/anime/the-slug");
  });

  test("shows the real poster, and the drawn one where there is none or it is broken", async () => {
    const { shown } = await openWith({ mal_id: 5, image_url: "https://pictures.example/5.jpg" });
    const poster = shown.querySelector("img")!;
    expect(poster.getAttribute("src")).toBe("https://pictures.example/5.jpg");
    fireEvent.error(poster);
    expect(poster.getAttribute("src")).toBe("/art/poster/5.svg");
    expect([poster.width, poster.height]).toEqual([300, 450]);
  });

  test("fetches only the first row's posters at once", async () => {
    answer("/api/v1/anime", page);
    open("/");
    await waitFor(() => expect(cards()).toHaveLength(25));
    const loading = cards().map((each) => each.querySelector("img")?.getAttribute("loading"));
    expect(loading.slice(0, 6)).toEqual(Array(6).fill("eager"));
    expect(loading.slice(6)).toEqual(Array(19).fill("lazy"));
  });

  test("is liked and unliked, in this browser only", async () => {
    const { user, shown } = await openWith({ mal_id: 5 });
    const like = within(shown).getByTitle("Like");
    await user.click(like);
    expect(localStorage.getItem("mitai:likes")).toBe("[5]");
    await user.click(within(shown).getByTitle("Unlike"));
    expect(within(shown).getByTitle("Like")).toBeTruthy();
  });

  test("signed out, its watchlist toggle asks to log in", async () => {
    const { user, shown } = await openWith({});
    await user.click(within(shown).getByTitle("Add to Watchlist"));
    const alert = screen.getByRole("alertdialog");
    expect(within(alert).getByText("Please log in to add anime to your watchlist.")).toBeTruthy();
    expect(within(alert).getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login");
  });
});

describe("the overlay", () => {
  const tap = (link: HTMLElement) => {
    fireEvent.pointerDown(link, { pointerType: "touch" });
    fireEvent.click(link);
  };

  test("opens on a first tap; a second one follows the link", async () => {
    open("/");
    const link = await screen.findByText("Title 1");
    tap(link);
    expect(cardOf("Title 1").dataset.open).toBe("true");
    expect(location.pathname).toBe("/");
    tap(link);
    expect(location.pathname).toBe("/anime/title-1");
  });

  test("closes when another card is tapped, or the page beside it", async () => {
    open("/");
    tap(await screen.findByText("Title 1"));
    tap(screen.getByText("Title 2"));
    expect(cardOf("Title 1").dataset.open).toBeUndefined();
    expect(cardOf("Title 2").dataset.open).toBe("true");
    fireEvent.pointerDown(document.body, { pointerType: "touch" });
    expect(cardOf("Title 2").dataset.open).toBeUndefined();
  });

  test("a mouse click and Enter follow the link at once", async () => {
    const { user } = open("/");
    await user.click(await screen.findByText("Title 1"));
    expect(location.pathname).toBe("/anime/title-1");
  });

  test("Esc closes it and puts the focus on the card's link", async () => {
    const { user } = open("/");
    await screen.findByText("Title 1");
    (await within(cardOf("Title 1")).findByTitle("Like")).focus();
    await user.keyboard("{Escape}");
    const list = cardOf("Title 1").closest("ul")!;
    expect(list.dataset.dismissed).toBe("true");
    expect(document.activeElement).toBe(screen.getByText("Title 1"));
    await user.tab();
    expect(list.dataset.dismissed).toBeUndefined();
  });
});

describe("pagination", () => {
  test("offers five pages around the current one, an ellipsis and the last page", async () => {
    const { user } = open("/?page=4");
    await screen.findByText("Title 76");
    expect(pageButtons()).toEqual(["2", "3", "4", "5", "6", "10"]);
    expect(screen.getByText("…")).toBeTruthy();
    expect(pageButton("Page 4").getAttribute("aria-current")).toBe("page");
    await user.click(pageButton("Page 10"));
    await screen.findByText("Title 226");
    expect(pageButtons()).toEqual(["6", "7", "8", "9", "10"]);
    expect(screen.queryByText("…")).toBeNull();
  });

  test("puts the page into the address and scrolls smoothly to the top", async () => {
    const { user } = open("/");
    await user.click(pageButton("Next page"));
    expect(location.search).toBe("?page=2");
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "smooth" });
    await screen.findByText("Title 26");
    await user.click(pageButton("Previous page"));
    expect(location.search).toBe("");
    await screen.findByText("Title 1");
  });

  test("jumps to the top under reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({
      matches: true,
      addEventListener() {},
      removeEventListener() {},
    }));
    const { user } = open("/");
    await user.click(pageButton("Next page"));
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
    await screen.findByText("Title 26");
  });

  test("stops at both ends", async () => {
    const { user } = open("/");
    await user.click(pageButton("Previous page"));
    expect(location.search).toBe("");
    await user.click(pageButton("Page 10"));
    await user.click(pageButton("Next page"));
    expect(location.search).toBe("?page=10");
    await screen.findByText("Title 226");
  });

  test.each(["0", "11", "-1", "two", "1.5"])("?page=%s is page 1", async (bad) => {
    open(`/?page=${bad}`);
    await screen.findByText("Title 1");
    expect(pageButton("Page 1").getAttribute("aria-current")).toBe("page");
    expect(location.search).toBe("");
  });

  test.each([
    ["?page=1", ""],
    ["?page=02", "?page=2"],
    ["?page=2", "?page=2"],
    ["?from=a-friend", "?from=a-friend"],
  ])("%s becomes %o in the address", async (query, expected) => {
    open(`/${query}`);
    await screen.findByText(expected === "?page=2" ? "Title 26" : "Title 1");
    expect(location.search).toBe(expected);
  });

  test("a page that a small catalogue does not have is page 1", async () => {
    answer("/api/v1/anime", (url) => ({ ...few(url), total_pages: 2 }));
    open("/?page=9");
    await screen.findByText("Title 1");
    expect(location.search).toBe("");
    expect(pageButtons()).toEqual(["1", "2"]);
  });

  test("keeps the previous cards, marked as busy, while the next page loads", async () => {
    open("/", { "/api/v1/anime?list=popular&page=1": listing(1) });
    const held = gate();
    server.use(
      http.get("*/api/v1/anime", async () => {
        await held.passed;
        return HttpResponse.json(listing(2));
      }),
    );
    fireEvent.click(pageButton("Next page"));
    expect(cards()).toHaveLength(25);
    expect(cards()[0]?.closest("ul")?.getAttribute("aria-busy")).toBe("true");
    held.open();
    await screen.findByText("Title 26");
    expect(cards()[0]?.closest("ul")?.getAttribute("aria-busy")).toBe("false");
  });
});

describe("the page box", () => {
  test.each(["{Enter}", "Go"])("takes a number and %s", async (way) => {
    const { user } = open("/");
    await user.type(screen.getByLabelText("Page:"), "7");
    if (way === "Go") await user.click(within(pages()).getByRole("button", { name: "Go" }));
    else await user.keyboard(way);
    expect(location.search).toBe("?page=7");
    await screen.findByText("Title 151");
  });

  test.each(["0", "11", "-3", "2.5", "abc", "1e1", " "])(
    "%o is answered with the range, and stays",
    async (text) => {
      const { user } = open("/");
      await user.type(screen.getByLabelText("Page:"), `${text}{Enter}`);
      const alert = screen.getByRole("alertdialog");
      expect(within(alert).getByText("Please enter a number between 1 and 10")).toBeTruthy();
      await user.click(within(alert).getByRole("button", { name: "OK" }));
      expect(screen.queryByRole("alertdialog")).toBeNull();
      expect(screen.getByLabelText<HTMLInputElement>("Page:").value).toBe(text);
      expect(location.search).toBe("");
    },
  );

  test("Go with nothing typed is answered with the range", async () => {
    const { user } = open("/");
    await user.click(within(pages()).getByRole("button", { name: "Go" }));
    expect(screen.getByText("Please enter a number between 1 and 10")).toBeTruthy();
  });
});
