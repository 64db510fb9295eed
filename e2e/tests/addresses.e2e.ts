/** Where addresses lead, and what the pages there are called. */
import { expect, test } from "../fixtures";

const redirects = [
  { from: "/contact", to: "/contactus" },
  { from: "/nowhere", to: "/" },
  { from: "/anime", to: "/" },
  { from: "/about/us", to: "/" },
  { from: "/a/b/c?search=naruto", to: "/" },
];
for (const { from, to } of redirects) {
  test(`${from} goes to ${to}`, async ({ page }) => {
    await page.goto(from);
    await expect(page).toHaveURL(to);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

const cases = [
  { path: "/ContactUs", heading: "Contact Us" },
  { path: "/ABOUT", heading: "Welcome to Mitai" },
  { path: "/Anime/Attack-On-Titan", heading: "Attack on Titan" },
  { path: "/LogIn", heading: "Welcome Back" },
];
for (const { path, heading } of cases) {
  test(`${path} is matched without regard to case`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  });
}

const names = {
  "/": "Trending Anime",
  "/?page=3": "Trending Anime, page 3",
  "/?search=naruto": 'Search Results for "naruto"',
  "/browse?genre=action": "Browse Anime",
  "/about": "About Us",
  "/contactus": "Contact Us",
  "/privacy": "Privacy Policy",
  "/terms": "Terms of Service",
  "/faq": "FAQ",
  "/developers": "Developers",
  "/feedback": "Give Feedback",
  "/report": "Report Issue",
  "/watchlist": "Watch-list",
  "/profile": "Profile",
  "/activity": "Activity",
  "/import": "Import and export",
  "/statistics": "Statistics",
  "/login": "Login",
  "/signup": "Signup",
  "/anime/attack-on-titan": "Attack on Titan (2013)",
};
for (const [path, name] of Object.entries(names)) {
  test(`${path} has one name from the server and in the app`, async ({ page, request }) => {
    const html = await (await request.get(path)).text();
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "";
    expect(title.replaceAll("&quot;", '"')).toBe(`${name} · Mitai`);
    expect(html).toMatch(/<meta property="og:title" content="[^"]+"/);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Mitai`);
  });
}
