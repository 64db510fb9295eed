import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hero, slide } from "@/test/anime";
import { render } from "@/test/render";
import { Hero } from "./Hero";

const idle = { watchlisted: () => false, onToggleWatchlist: () => {} };
const carousel = () => screen.getByRole("region", { name: "Featured anime" });
const title = () => within(carousel()).getByRole("heading").textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const pictures = () =>
  [...carousel().querySelectorAll("img")].map((picture) => picture.getAttribute("src"));

function show(slides = hero().items) {
  return render(<Hero slides={slides} {...idle} />);
}

function asksForLessMotion() {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: media.includes("reduced-motion"),
    addEventListener() {},
    removeEventListener() {},
  }));
}

function hideTab(hidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  fireEvent(document, new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a slide", () => {
  test("has its title, its description, its rating and its buttons", () => {
    show([slide(1, { rating: 84.06 })]);
    expect(title()).toBe("Slide title 1");
    expect(screen.getByText("Description 1.")).toHaveProperty(
      "className",
      expect.stringContaining("line-clamp-4"),
    );
    expect(carousel().textContent).toContain("84%");
    expect(screen.getByRole("button", { name: "Add to List" })).toBeTruthy();
    expect(screen.getByRole("link", { name: /More Info/ }).getAttribute("href")).toBe(
      "/anime/slide-1",
    );
  });

  test("is a group that names its position", () => {
    show();
    const group = screen.getByRole("group", { name: "Slide 1 of 3" });
    expect(group.getAttribute("aria-roledescription")).toBe("slide");
    expect(carousel().getAttribute("aria-roledescription")).toBe("carousel");
  });

  test("toggles the watchlist with Add to List", () => {
    const toggle = vi.fn();
    render(<Hero slides={[slide(7)]} watchlisted={() => false} onToggleWatchlist={toggle} />);
    press("Add to List");
    expect(toggle).toHaveBeenCalledExactlyOnceWith(7);
  });

  test("without an entry in the catalogue has no Add to List, and More Info searches for its title", () => {
    show([slide(1, { id: "kitsu-9", mal_id: null, slug: null, title: "K&K 100%" })]);
    expect(screen.queryByRole("button", { name: "Add to List" })).toBeNull();
    expect(screen.getByRole("link", { name: /More Info/ }).getAttribute("href")).toBe(
      "/?search=K%26K%20100%25",
    );
  });

  test("without a description says so", () => {
    show([slide(1, { description: null })]);
    expect(screen.getByText("No description available.")).toBeTruthy();
  });

  test("shows its own picture, or the drawn one when that fails to load", () => {
    show([slide(1, { id: "kitsu-9", image_url: "https://pictures.example/a.jpg" })]);
    expect(pictures()).toEqual(["https://pictures.example/a.jpg"]);
    fireEvent.error(carousel().querySelector("img")!);
    expect(pictures()).toEqual(["/art/banner/kitsu-9.svg"]);
  });
});

describe("going through the slides", () => {
  test("arrows go both ways and around", () => {
    show();
    press("Next slide");
    expect(title()).toBe("Slide title 2");
    press("Previous slide");
    press("Previous slide");
    expect(title()).toBe("Slide title 3");
    press("Next slide");
    expect(title()).toBe("Slide title 1");
  });

  test("bullets lead to their slides and mark the current one", () => {
    show();
    press("Show slide 3 of 3");
    expect(title()).toBe("Slide title 3");
    const bullets = screen.getAllByRole("button", { name: /^Show slide/ });
    expect(bullets.map((bullet) => bullet.getAttribute("aria-current"))).toEqual([
      null,
      null,
      "true",
    ]);
  });

  test("arrow keys", () => {
    show();
    const next = screen.getByRole("button", { name: "Next slide" });
    fireEvent.keyDown(next, { key: "ArrowRight" });
    expect(title()).toBe("Slide title 2");
    fireEvent.keyDown(next, { key: "ArrowLeft" });
    fireEvent.keyDown(next, { key: "ArrowLeft", altKey: true });
    expect(title()).toBe("Slide title 1");
  });

  test("a swipe to the left is the next slide, to the right the previous one, a tap neither", () => {
    show();
    const swipe = (from: number, to: number, pointerType = "touch") => {
      fireEvent.pointerDown(carousel(), { pointerType, clientX: from });
      fireEvent.pointerUp(carousel(), { pointerType, clientX: to });
    };
    swipe(300, 200);
    expect(title()).toBe("Slide title 2");
    swipe(200, 300);
    expect(title()).toBe("Slide title 1");
    swipe(200, 210);
    swipe(300, 200, "mouse");
    expect(title()).toBe("Slide title 1");
  });

  test("only the current picture and the one it replaces are in the page", () => {
    show();
    expect(pictures()).toEqual(["/art/banner/mal-1.svg"]);
    press("Next slide");
    expect(pictures()).toEqual(["/art/banner/mal-1.svg", "/art/banner/mal-2.svg"]);
    press("Next slide");
    expect(pictures()).toEqual(["/art/banner/mal-2.svg", "/art/banner/mal-3.svg"]);
  });

  test("a single slide needs no controls", () => {
    show([slide(1)]);
    expect(screen.queryByRole("button", { name: "Next slide" })).toBeNull();
    pass(60_000);
    expect(title()).toBe("Slide title 1");
  });
});

describe("by itself", () => {
  test("the next slide comes every 6 seconds, and after the last the first", () => {
    show();
    pass(5999);
    expect(title()).toBe("Slide title 1");
    pass(1);
    expect(title()).toBe("Slide title 2");
    pass(6000);
    pass(6000);
    expect(title()).toBe("Slide title 1");
  });

  test("a slide chosen by hand stays its full time", () => {
    show();
    pass(5000);
    press("Next slide");
    pass(5999);
    expect(title()).toBe("Slide title 2");
    pass(1);
    expect(title()).toBe("Slide title 3");
  });

  test("nothing moves while the pointer is over it", () => {
    show();
    fireEvent.pointerEnter(carousel());
    pass(30_000);
    expect(title()).toBe("Slide title 1");
    fireEvent.pointerLeave(carousel());
    pass(6000);
    expect(title()).toBe("Slide title 2");
  });

  test("nothing moves while the focus is in it", () => {
    show();
    act(() => screen.getByRole("button", { name: "Add to List" }).focus());
    pass(30_000);
    expect(title()).toBe("Slide title 1");
    act(() => screen.getByRole("button", { name: "Next slide" }).focus());
    pass(30_000);
    expect(title()).toBe("Slide title 1");
    act(() => screen.getByRole("button", { name: "Next slide" }).blur());
    pass(6000);
    expect(title()).toBe("Slide title 2");
  });

  test("nothing moves in a hidden tab", () => {
    show();
    hideTab(true);
    pass(30_000);
    expect(title()).toBe("Slide title 1");
    hideTab(false);
    pass(6000);
    expect(title()).toBe("Slide title 2");
  });

  test("Pause stops it and Play starts it, even with the pointer and the focus on the button", () => {
    show();
    press("Pause slideshow");
    pass(30_000);
    expect(title()).toBe("Slide title 1");
    fireEvent.pointerEnter(carousel());
    act(() => screen.getByRole("button", { name: "Play slideshow" }).focus());
    press("Play slideshow");
    pass(6000);
    expect(title()).toBe("Slide title 2");
  });

  test("reduced motion stops the slides until Play is pressed", () => {
    asksForLessMotion();
    show();
    pass(30_000);
    expect(title()).toBe("Slide title 1");
    press("Play slideshow");
    pass(6000);
    expect(title()).toBe("Slide title 2");
  });

  test("slides are announced only when they do not move by themselves", () => {
    show();
    const live = () => carousel().querySelector("[aria-live]")?.getAttribute("aria-live");
    expect(live()).toBe("off");
    press("Pause slideshow");
    expect(live()).toBe("polite");
  });
});
