import { expect, isPhone, motion, pauseClock, test } from "../fixtures";
import { startMitai } from "../programs";

const bar = "Main";

test("the navigation bar is fixed at the top, 70 pixels high", async ({ page }) => {
  await page.goto("/about");
  const header = page.getByRole("banner");
  expect(await header.boundingBox()).toMatchObject({ x: 0, y: 0, height: 70 });
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  expect(await header.boundingBox()).toMatchObject({ y: 0, height: 70 });
});

test("the brand title leads home", async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Mitai" }).click();
  await expect(page).toHaveURL("/");
});

test("visitors see Login and Signup, which lead to their pages", async ({ page }) => {
  await page.goto("/about");
  const nav = page.getByRole("navigation", { name: bar });
  await nav.getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL("/login?next=%2Fabout");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back");
  await nav.getByRole("link", { name: "Signup" }).click();
  await expect(page).toHaveURL("/signup?next=%2Fabout");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create Account");
  await expect(nav.getByRole("link", { name: "Profile" })).toHaveCount(0);
});

const destinations = [
  { link: "Home", path: "/", heading: "Trending Anime" },
  { link: "Browse", path: "/browse", heading: "Browse Anime" },
  { link: "About Us", path: "/about", heading: "Welcome to Mitai" },
  { link: "Watch-list", path: "/watchlist", heading: "Watch-list" },
];

for (const { link, path, heading } of destinations) {
  test(`${link} is in the bar, or in the menu of a small screen`, async ({ page }) => {
    await page.goto("/contactus");
    const nav = page.getByRole("navigation", { name: bar });
    const menu = nav.getByRole("button", { name: "Menu", exact: true });
    if (isPhone(page)) {
      await expect(nav.getByRole("link", { name: link, exact: true })).toHaveCount(0);
      await menu.click();
    } else {
      await expect(menu).toHaveCount(0);
    }
    await nav.getByRole("link", { name: link, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    if (isPhone(page)) await expect(menu).toHaveAttribute("aria-expanded", "false");
  });
}

test("Contact-Us stays in the bar on every screen", async ({ page }) => {
  await page.goto("/about");
  const nav = page.getByRole("navigation", { name: bar });
  await nav.getByRole("link", { name: "Contact-Us" }).click();
  await expect(page).toHaveURL("/contactus");
});

test("the search box opens, ignores blank text, searches and closes empty", async ({ page }) => {
  await page.goto("/about");
  const open = page.getByRole("button", { name: "Search", exact: true });
  const box = page.getByRole("combobox", { name: "Search anime by title" });
  await expect(box).toHaveCount(0);
  await open.click();
  await expect(box).toBeFocused();

  await box.fill("   ");
  await box.press("Enter");
  await expect(page).toHaveURL("/about");
  await expect(box).toBeVisible();

  await box.fill("  naruto  ");
  await box.press("Enter");
  await expect(page).toHaveURL("/?search=naruto");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText('Search Results for "naruto"');
  await expect(box).toHaveCount(0);
  await open.click();
  await expect(box).toHaveValue("");
  await box.press("Escape");
  await expect(box).toHaveCount(0);
  await expect(open).toBeFocused();
});

test.describe("footer", () => {
  const columns = {
    Navigation: [
      ["Home", "/"],
      ["Browse", "/browse"],
      ["About Us", "/about"],
      ["Watch-list", "/watchlist"],
      ["Contact-Us", "/ContactUs"],
    ],
    "Quick Links": [
      ["Privacy Policy", "/privacy"],
      ["Terms of Service", "/terms"],
      ["FAQ", "/faq"],
      ["Contact", "/contact", "/contactus"],
      ["Developers", "/developers"],
    ],
    "Popular Anime": [
      ["Attack on Titan", "/anime/attack-on-titan"],
      ["Demon Slayer", "/anime/demon-slayer"],
      ["One Piece", "/anime/one-piece"],
      ["Jujutsu Kaisen", "/anime/jujutsu-kaisen"],
    ],
    Support: [
      ["Give Feedback", "/feedback"],
      ["Report Issue", "/report"],
    ],
  } as const;

  for (const [column, links] of Object.entries(columns)) {
    test(`each link under ${column} leads to a page of its own`, async ({ page }) => {
      await page.goto("/login");
      const list = page.getByRole("contentinfo").getByRole("navigation", { name: column });
      await expect(list.getByRole("link")).toHaveText(links.map(([name]) => name));
      const headings = new Set<string | null>();
      for (const [name, href, path = href] of links) {
        const link = list.getByRole("link", { name, exact: true });
        await expect(link).toHaveAttribute("href", href);
        await link.click();
        await expect(page).toHaveURL(path);
        const heading = page.getByRole("heading", { level: 1 });
        await expect(heading).toBeFocused();
        headings.add(await heading.textContent());
      }
      expect(headings.size).toBe(links.length);
    });
  }

  test("has four social icons, a blurb and the current year", async ({ page }) => {
    await page.goto("/about");
    const footer = page.getByRole("contentinfo");
    for (const name of ["X", "Instagram", "YouTube", "Discord"]) {
      await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
    }
    await expect(footer.getByText(/anime rating and review platform/)).toBeVisible();
    await expect(footer.getByText(`© ${new Date().getFullYear()}`)).toBeVisible();
  });
});

test("a social icon leads where the operator says, from every page", async ({ page, guard }) => {
  const profile = `https://social.example/"mitai"?a=1&b=2`;
  const mitai = await startMitai({ settings: { MITAI_SOCIAL_DISCORD: profile } });
  guard.welcome(mitai.url);
  for (const path of ["/", "/about", "/watchlist"]) {
    await page.goto(`${mitai.url}${path}`);
    const icon = (name: string) =>
      page.getByRole("contentinfo").getByRole("link", { name, exact: true });
    await expect(icon("Discord")).toHaveAttribute("href", profile);
    await expect(icon("X")).toHaveAttribute("href", "#top");
  }
  await mitai.stop();
});

test("the newsletter ignores a blank address, thanks for 3 seconds and sends nothing", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/about");
  const footer = page.getByRole("contentinfo");
  const email = footer.getByRole("textbox", { name: "Email for the newsletter" });
  const subscribe = footer.getByRole("button", { name: "Subscribe" });
  const thanks = footer.getByText("Thank you for subscribing!", { exact: true });

  await email.fill("   ");
  await subscribe.click();
  await expect(email).toBeVisible();
  await expect(thanks).toHaveCount(0);

  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  await pauseClock(page);
  await email.fill("not-checked");
  await subscribe.click();
  await expect(thanks).toBeVisible();
  await expect(email).toHaveCount(0);
  await page.clock.runFor(2900);
  await expect(thanks).toBeVisible();
  await page.clock.runFor(200);
  await expect(thanks).toHaveCount(0);
  await expect(email).toHaveValue("");
  expect(sent).toEqual([]);
});

test.describe("with motion", () => {
  test.use(motion);

  test("scroll-to-top appears past 300 pixels and goes to the top", async ({ page }) => {
    await page.goto("/about");
    const button = page.getByRole("button", { name: "Scroll to top" });
    await expect(button).toHaveCount(0);
    await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    await expect(button).toHaveCount(0);
    // A user who scrolls there slowly is reading, and the button may hide
    await page.evaluate(async () => {
      scrollTo({ top: 0, behavior: "instant" });
      await new Promise(requestAnimationFrame);
      scrollTo({ top: 301, behavior: "instant" });
    });
    await button.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(button).toHaveCount(0);
  });
});

test("scroll-to-top covers no text on narrow screens", async ({ page }) => {
  await page.goto("/about");
  const button = page.getByRole("button", { name: "Scroll to top" });
  const scroll = async (top: number) => {
    await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  };
  const takesPresses = () =>
    button.evaluate((it) => {
      const { left, top, width, height } = it.getBoundingClientRect();
      return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await scroll(400);
  await expect(button).toHaveCSS("opacity", "1");
  expect(await takesPresses()).toBe(true);
  await scroll(500);
  await expect(button).toHaveCSS("opacity", isPhone(page) ? "0" : "1");
  expect(await takesPresses()).toBe(!isPhone(page));
  // The button does not show for a moment either
  await scroll(250);
  await expect(button).toHaveCount(0);
  await scroll(400);
  await expect(button).toHaveCSS("opacity", isPhone(page) ? "0" : "1");
  // Keyboard focus shows the button
  await page.getByRole("contentinfo").getByRole("link").last().focus();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await expect(button).toHaveCSS("opacity", "1");
  await button.blur();
  await scroll(450);
  await expect(button).toHaveCSS("opacity", "1");
  expect(await takesPresses()).toBe(true);
});

test("nothing is wider than the smallest screens", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    "/",
    "/?search=a",
    "/browse",
    "/about",
    "/contactus",
    "/login",
    "/signup",
    "/developers",
    "/faq",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});

test("at double text size the bar stays complete and nothing overflows", async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  const nav = page.getByRole("navigation", { name: bar });
  for (const width of [1440, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto("/about");
    for (const part of await nav.locator("a, button").filter({ visible: true }).all()) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    // The footer cuts off what is wider than it
    const footer = page.getByRole("contentinfo");
    for (const part of await footer.locator("a, button, input").filter({ visible: true }).all()) {
      const { x, width: own } = (await part.boundingBox()) ?? { x: Number.NaN, width: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + own).toBeLessThanOrEqual(width);
    }
    for (const path of ["/about", "/browse", "/"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
    }
  }
  await page.goto("/about");
  await expect(nav.getByRole("link", { name: "Login" })).toHaveCount(0);
  await nav.getByRole("button", { name: "Menu", exact: true }).click();
  await nav.getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL("/login?next=%2Fabout");
  await expect(nav.getByRole("link", { name: "Login" })).toHaveCount(0);
});
