import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, http } from "msw";
import { expect, test, vi } from "vitest";
import { signedInAs } from "@/test/account";
import { suggested } from "@/test/anime";
import { render } from "@/test/render";
import { answer, server } from "@/test/server";
import { Shell } from "./Shell";

function open(address = "/about") {
  window.history.replaceState(null, "", address);
  return render(<Shell>content</Shell>);
}
const bar = () => screen.getByRole("navigation", { name: "Main" });

test("the bar links to the pages and to log-in and sign-up", () => {
  open();
  const addresses = {
    Home: "/",
    Browse: "/browse",
    "About Us": "/about",
    "Watch-list": "/watchlist",
  };
  for (const [name, href] of Object.entries({
    ...addresses,
    "Contact-Us": "/contactus",
    Login: "/login",
    Signup: "/signup",
    Mitai: "/",
  })) {
    expect(within(bar()).getAllByRole("link", { name })[0]).toHaveAttribute("href", href);
  }
});

test("both states of the account buttons are rendered until the session is known", () => {
  server.use(http.get("*/api/v1/session", () => delay("infinite")));
  open();
  const profile = within(bar()).getByRole("link", { name: "Profile" });
  expect(profile).toHaveClass("invisible", "in-data-signed-in:visible");
  const login = within(bar()).getByRole("link", { name: "Login" });
  expect(login.parentElement).toHaveClass("in-data-signed-in:invisible");
  expect(login.parentElement).not.toHaveClass("invisible");
});

test("signed out, there is no link to a profile", async () => {
  open();
  await waitFor(() => expect(within(bar()).queryByRole("link", { name: "Profile" })).toBeNull());
  expect(within(bar()).getByRole("link", { name: "Signup" })).toBeVisible();
});

test("signed in, the profile link replaces them at the same width", async () => {
  signedInAs();
  open();
  const avatar = "/art/avatar/01jd3m8n4q5r6s7t8v9w0x1y2z.svg?name=Asuna%20Yuuki";
  await waitFor(() => expect(bar().querySelector("img")).toHaveAttribute("src", avatar));
  expect(within(bar()).getByRole("link", { name: "Profile" })).toHaveAttribute("href", "/profile");
  expect(within(bar()).queryByRole("link", { name: "Login" })).toBeNull();
  expect(within(bar()).queryByRole("link", { name: "Signup" })).toBeNull();
  // The link is out of sight, but in the page.
  expect(bar().querySelector("a[href='/signup']")?.parentElement).toHaveClass("invisible");
});

test.each(["Login", "Signup"])("%s carries the current page", async (name) => {
  const { user } = open("/anime/one-piece?x=1");
  await user.click(within(bar()).getByRole("link", { name }));
  expect(window.location.pathname + window.location.search).toBe(
    `/${name.toLowerCase()}?next=%2Fanime%2Fone-piece%3Fx%3D1`,
  );
});

test("Login on the log-in page keeps its destination", async () => {
  const { user } = open("/login?next=%2Fwatchlist");
  await user.click(within(bar()).getByRole("link", { name: "Login" }));
  expect(window.location.pathname + window.location.search).toBe("/login?next=%2Fwatchlist");
});

test("the bar marks the page it is on, whatever the case of its address", async () => {
  open("/About");
  const [link] = within(bar()).getAllByRole("link", { name: "About Us" });
  expect(link).toHaveAttribute("aria-current", "page");
});

test("the menu opens and closes with its button, with Esc, and by following a link", async () => {
  const { user } = open();
  const button = screen.getByRole("button", { name: "Menu" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  await user.click(button);
  expect(screen.getByRole("button", { name: "Close menu" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Menu" })).toHaveFocus();

  await user.click(screen.getByRole("button", { name: "Menu" }));
  const list = screen.getByRole("list", { name: "Menu" });
  await user.click(within(list).getByRole("link", { name: "Watch-list" }));
  expect(window.location.pathname).toBe("/watchlist");
  expect(screen.getByRole("button", { name: "Menu" })).toBeVisible();
});

test("the menu has log-in and sign-up, for a bar too narrow for them, and they close it", async () => {
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Menu" }));
  const list = within(screen.getByRole("list", { name: "Menu" }));
  expect(list.getByRole("link", { name: "Signup" })).toHaveAttribute("href", "/signup");
  await user.click(list.getByRole("link", { name: "Login" }));
  expect(location.pathname + location.search).toBe("/login?next=%2Fabout");
  expect(screen.queryByRole("list", { name: "Menu" })).toBeNull();
});

test("the search box takes the focus, and Esc gives it back", async () => {
  answer("/api/v1/suggest", suggested([]));
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Search" }));
  const box = screen.getByRole("combobox", { name: "Search anime by title" });
  expect(box).toHaveFocus();
  expect(box).toHaveAttribute("maxlength", "100");
  await user.keyboard("abc{Escape}");
  expect(screen.queryByRole("combobox", { name: "Search anime by title" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Search" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Search" }));
  expect(screen.getByRole("combobox", { name: "Search anime by title" })).toHaveValue("");
});

test("Enter on a blank search does nothing", async () => {
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Search" }));
  await user.keyboard("   {Enter}");
  expect(screen.getByRole("combobox", { name: "Search anime by title" })).toBeVisible();
  expect(window.location.pathname).toBe("/about");
});

test("the theme can be switched, and the choice is stored", async () => {
  const { user } = open();
  const [button] = screen.getAllByRole("button", { name: "Use light theme" });
  await user.click(button!);
  expect(document.documentElement.dataset.theme).toBe("light");
  expect(localStorage.getItem("mitai:theme")).toBe("light");
  await user.click(screen.getAllByRole("button", { name: "Use dark theme" })[0]!);
  expect(document.documentElement.dataset.theme).toBe("dark");
});

test.each([
  [
    "Navigation",
    {
      Home: "/",
      Browse: "/browse",
      "About Us": "/about",
      "Watch-list": "/watchlist",
      "Contact-Us": "/ContactUs",
    },
  ],
  [
    "Quick Links",
    {
      "Privacy Policy": "/privacy",
      "Terms of Service": "/terms",
      FAQ: "/faq",
      Contact: "/contact",
      Developers: "/developers",
    },
  ],
  [
    "Popular Anime",
    {
      "Attack on Titan": "/anime/attack-on-titan",
      "Demon Slayer": "/anime/demon-slayer",
      "One Piece": "/anime/one-piece",
      "Jujutsu Kaisen": "/anime/jujutsu-kaisen",
    },
  ],
  ["Support", { "Give Feedback": "/feedback", "Report Issue": "/report" }],
])("the footer's column %s", (title, links) => {
  open();
  const column = screen.getByRole("navigation", { name: title });
  const found = within(column)
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);
  expect(Object.fromEntries(found)).toEqual(links);
});

test("the footer has a blurb, four social links and this year's copyright", () => {
  open();
  const footer = within(screen.getByRole("contentinfo"));
  expect(footer.getByText(/anime rating and review platform/)).toBeVisible();
  for (const name of ["X", "Instagram", "YouTube", "Discord"]) {
    expect(footer.getByRole("link", { name })).toBeVisible();
  }
  expect(footer.getByText(new RegExp(`© ${new Date().getFullYear()}`))).toBeVisible();
});

test("a social link has the address of the page's head, or none", () => {
  const link = document.createElement("link");
  Object.assign(link, { rel: "me", title: "Discord", href: "https://social.example/mitai" });
  document.head.append(link);
  open();
  const footer = within(screen.getByRole("contentinfo"));
  const leadsTo = (name: string) => footer.getByRole("link", { name }).getAttribute("href");
  expect(leadsTo("Discord")).toBe("https://social.example/mitai");
  expect(leadsTo("X")).toBe("#top");
  link.remove();
});

test("the skip link leads to the content", () => {
  open();
  const skip = screen.getByRole("link", { name: "Skip to content" });
  expect(skip).toHaveAttribute("href", `#${screen.getByRole("main").id}`);
});

test.each([
  [300, false],
  [301, true],
])("at %i px the scroll-to-top button shows: %s", (scrolled, shown) => {
  open();
  vi.stubGlobal("scrollY", scrolled);
  fireEvent.scroll(window);
  const button = screen.queryByRole("button", { name: "Scroll to top" });
  expect(button !== null).toBe(shown);
  if (button) {
    fireEvent.click(button);
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "smooth" });
    expect(screen.getByRole("main")).toHaveFocus();
  }
  vi.stubGlobal("scrollY", 0);
});

test.each([
  [200, true],
  [0, false],
])("from %i px to 400, the scroll-to-top button makes way: %s", (from, makesWay) => {
  open();
  for (const scrolled of [from, 400]) {
    vi.stubGlobal("scrollY", scrolled);
    fireEvent.scroll(window);
  }
  const button = screen.getByRole("button", { name: "Scroll to top" });
  expect(button.classList.contains("max-xl:pointer-events-none")).toBe(makesWay);
  vi.stubGlobal("scrollY", 0);
});

test("with less motion asked for, scrolling to the top is instant", () => {
  open();
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal("scrollY", 400);
  fireEvent.scroll(window);
  fireEvent.click(screen.getByRole("button", { name: "Scroll to top" }));
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
  vi.stubGlobal("scrollY", 0);
});
