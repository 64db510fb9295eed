import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { prerenderToNodeStream } from "react-dom/static";
import { afterEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { createQueryClient } from "@/api/query";
import { App } from "@/app";
import { browsed, details, hero, listing, suggested } from "@/test/anime";
import { gate } from "@/test/gate";
import { open } from "@/test/render";
import { server } from "@/test/server";

const seed = {
  "/api/v1/hero": hero(),
  "/api/v1/anime?list=popular&page=1": listing(1),
  "/api/v1/anime?search=K%26K&page=1": listing(1),
  "/api/v1/anime/attack-on-titan": details(),
};

const headings = {
  "/about": "Welcome to Mitai",
  "/browse": "Browse Anime",
  "/watchlist": "Watch-list",
  "/contactus": "Contact Us",
  "/profile": "Profile",
  "/login": "Welcome Back",
  "/signup": "Create Account",
  "/forgot": "Forgot Password",
  "/reset": "New Password",
  "/account": "Your account",
  "/privacy": "Privacy Policy",
  "/terms": "Terms of Service",
  "/faq": "FAQ",
  "/feedback": "Give Feedback",
  "/report": "Report Issue",
};

async function heading(): Promise<string | null> {
  return (await screen.findByRole("heading", { level: 1 })).textContent;
}

test.each(Object.entries(headings))("%s opens, whatever its case", async (path, name) => {
  open(path.toUpperCase(), { "/api/v1/browse": browsed([1]) });
  expect(await heading()).toBe(name);
  await waitFor(() => expect(document.title).toMatch(/ · Mitai$/));
});

test("the document says that the app runs", () => {
  delete document.documentElement.dataset.app;
  open("/faq");
  expect(document.documentElement).toHaveAttribute("data-app", "running");
});

test("/contact leads to the contact form", async () => {
  open("/contact");
  expect(await heading()).toBe("Contact Us");
  expect(window.location.pathname).toBe("/contactus");
});

test.each(["/nowhere", "/about/us", "/anime"])("%s leads home", async (path) => {
  open(path, seed);
  await screen.findByRole("heading", { name: "Trending Anime" });
  expect(window.location.pathname).toBe("/");
});

test("the watchlist and the profile ask visitors to log in", async () => {
  open("/profile");
  expect(await screen.findByText("Please log in to view your profile.")).toBeVisible();
  act(() => window.history.pushState(null, "", "/watchlist"));
  expect(await screen.findByText(/Log in to see it/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fwatchlist",
  );
});

test("navigation sets the document title, focuses the heading and scrolls to the top", async () => {
  const { user } = open("/faq");
  await heading();
  expect(document.body).toHaveFocus();
  const [about] = screen.getAllByRole("link", { name: "About Us" });
  await user.click(about!);
  const title = await screen.findByRole("heading", { name: "Welcome to Mitai" });
  expect(title).toHaveFocus();
  expect(screen.getByText("About Us", { selector: "[aria-live]" })).toBeInTheDocument();
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
});

test("navigating on before the title is set focuses the next page's heading", async () => {
  const held = gate();
  server.use(http.get("*/api/v1/anime/:key", () => held.passed.then(() => HttpResponse.error())));
  const { user } = open("/anime/attack-on-titan");
  await screen.findByText("Loading the title");
  await user.click(screen.getAllByRole("link", { name: "About Us" })[0]!);
  expect(await screen.findByRole("heading", { name: "Welcome to Mitai" })).toHaveFocus();
  held.open();
});

test("a late page does not take the focus from a field that is in use", async () => {
  const held = gate();
  server.use(
    http.get("*/api/v1/anime/:key", () => held.passed.then(() => HttpResponse.json(details()))),
    http.get("*/api/v1/suggest", () => HttpResponse.json(suggested([]))),
  );
  const { user } = open("/faq");
  await heading();
  act(() => window.history.pushState(null, "", "/anime/attack-on-titan"));
  await screen.findByText("Loading the title");
  await user.click(screen.getByRole("button", { name: "Search" }));
  await user.keyboard("naru");
  held.open();
  await screen.findByRole("heading", { name: "Attack on Titan" });
  await user.keyboard("to");
  expect(screen.getByRole("combobox")).toHaveValue("naruto");
  expect(
    screen.getByText("Attack on Titan (2013)", { selector: "[aria-live]" }),
  ).toBeInTheDocument();
});

test("a page that fails to render does not block the next one", async () => {
  // React names each caught fault on the console.
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { user } = open("/anime/broken", { "/api/v1/anime/broken": {} });
  expect(await screen.findByText(/We could not show this page/)).toBeVisible();
  await user.click(screen.getAllByRole("link", { name: "About Us" })[0]!);
  expect(await heading()).toBe("Welcome to Mitai");
});

test("another page of the listing leaves the rest of the home page in place", async () => {
  const { user } = open("/", { ...seed, "/api/v1/anime?list=popular&page=2": listing(2) });
  const featured = screen.getByRole("region", { name: "Featured anime" });
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await screen.findByText("Title 26");
  expect(screen.getByRole("region", { name: "Featured anime" })).toBe(featured);
});

test("going back keeps the browser's scroll position", async () => {
  const { user } = open("/faq");
  await heading();
  await user.click(screen.getAllByRole("link", { name: "About Us" })[0]!);
  await screen.findByRole("heading", { name: "Welcome to Mitai" });
  vi.mocked(window.scrollTo).mockClear();
  act(() => window.history.back());
  await screen.findByRole("heading", { name: "FAQ" });
  expect(window.scrollTo).not.toHaveBeenCalled();
});

test("a search opens the home page with its text encoded once, and closes the box", async () => {
  const { user } = open("/faq", seed);
  await heading();
  await user.click(screen.getByRole("button", { name: "Search" }));
  await user.keyboard("  K&K {Enter}");
  expect(window.location.pathname + window.location.search).toBe("/?search=K%26K");
  expect(await screen.findByRole("heading", { name: 'Search Results for "K&K"' })).toBeVisible();
  expect(screen.queryByRole("combobox", { name: "Search anime by title" })).toBeNull();
});

async function renderOnServer(address: string): Promise<string> {
  for (const name of ["window", "document", "localStorage", "matchMedia", "location", "scrollTo"]) {
    vi.stubGlobal(name, undefined);
  }
  const queries = createQueryClient(seed);
  const { prelude } = await prerenderToNodeStream(
    <Router ssrPath={address}>
      <App queries={queries} />
    </Router>,
  );
  queries.clear();
  let markup = "";
  for await (const part of prelude) markup += part;
  return markup;
}

afterEach(() => vi.unstubAllGlobals());

const addresses = ["/", "/?search=K%26K", "/anime/attack-on-titan", ...Object.keys(headings)];

test.each(addresses)(
  "%s renders where there is no browser, with one heading and no inline style",
  async (address) => {
    const markup = await renderOnServer(address);
    expect(markup.match(/<h1/g)).toHaveLength(1);
    expect(markup).not.toContain(' style="');
  },
);
