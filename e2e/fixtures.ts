/** The `test` of every file: a real server, and a page that must stay quiet and at home. */
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from "@playwright/test";
import axe from "axe-core";
import { type Program, startMitai } from "./programs";

export { expect };

/** Watches for what a page may not do unless the test allows it. */
interface Guard {
  /** Watches a browser that the test has opened itself. */
  watch(context: BrowserContext): void;
  /** Allows the page to ask another server of the tests. */
  welcome(url: string): void;
  /** The test makes requests fail on purpose; the browser logs each one, and React those for code. */
  expectFailedRequests(): void;
  /** The test does what the page's policy forbids; the browser logs each breach. */
  expectBreaches(): void;
}

interface ForEachTest {
  guard: Guard;
  /** A page of a browser that shares nothing with the test's own, guarded like it. */
  otherBrowser: () => Promise<Page>;
  /** Fails on any breach of WCAG 2.2 A and AA in what a page shows now, light and dark. */
  expectAccessible: (what?: Page) => Promise<void>;
}

const FAILED_REQUEST = /^(Failed to load resource|ApiError: The server did not answer)/;
const BREACH = /violates the following Content Security Policy directive/;

export const test = base.extend<ForEachTest, { server: Program }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
    async ({}, use) => {
      const server = await startMitai();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  page: async ({ page }, use) => {
    waitForTheApp(page);
    await use(page);
  },

  guard: [
    async ({ context, server }, use) => {
      const guard = createGuard(server.url);
      guard.watch(context);
      await use(guard);
      guard.expectQuiet();
    },
    { auto: true },
  ],

  otherBrowser: async ({ browser, guard }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push(context);
      guard.watch(context);
      return openTab(context);
    });
    await Promise.all(opened.map((context) => context.close()));
  },

  expectAccessible: async ({ page }, use) => {
    await use((what = page) => audit(what));
  },
});

function createGuard(home: string) {
  const homes = new Set([new URL(home).origin]);
  const foreign: string[] = [];
  const errors: string[] = [];
  let failuresExpected = false;
  let breachesExpected = false;
  return {
    watch(context: BrowserContext) {
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith("http") && !homes.has(url.origin)) foreign.push(url.href);
      });
      context.on("console", (message) => {
        if (message.type() !== "error") return;
        if (failuresExpected && FAILED_REQUEST.test(message.text())) return;
        if (breachesExpected && BREACH.test(message.text())) return;
        errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => errors.push(String(error.error())));
    },
    welcome: (url: string) => homes.add(new URL(url).origin),
    expectFailedRequests: () => {
      failuresExpected = true;
    },
    expectBreaches: () => {
      breachesExpected = true;
    },
    expectQuiet() {
      expect(errors, "errors in the browser's console").toEqual([]);
      expect(foreign, "requests to foreign hosts").toEqual([]);
    },
  };
}

/** Another tab of a browser. It is in front, and the others are slow until they are brought there. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  waitForTheApp(page);
  return page;
}

/**
 * The server's markup has links that load whole documents and buttons that do nothing yet. A
 * test, which is quicker than any visitor, begins when the app has taken over.
 */
function waitForTheApp(page: Page) {
  // The footer is of the code that comes last, once the visitor does something.
  const running = page.locator("html[data-app=running][data-footer=running]");
  const appears = async () => {
    await page.locator("html[data-app=running]").waitFor();
    await page.evaluate(() => dispatchEvent(new Event("pointermove")));
    await running.waitFor();
  };
  const goto = page.goto.bind(page);
  page.goto = async (...to) => {
    const response = await goto(...to);
    await appears();
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (...how) => {
    const response = await reload(...how);
    await appears();
    return response;
  };
}

const WCAG: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
  // Nobody reads what passed, and describing it takes most of an audit
  resultTypes: ["violations"],
};

/** The rules that a colour scheme can break. All else is the same in either, so that it is judged once. */
const OF_COLOURS: axe.RunOptions = {
  ...WCAG,
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** In either colour scheme, for a page that is open follows the system's. Tests begin in the dark one. */
async function audit(page: Page) {
  await page.evaluate(axe.source);
  const audits = { light: WCAG, dark: OF_COLOURS };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const { violations } = await page.evaluate(
      (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
      audits[colorScheme],
    );
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id} at ${node.target.join(" ")}: ${node.failureSummary}`),
    );
    expect(found, colorScheme).toEqual([]);
  }
}

/** Waits for transitions to end: colours are judged as they stay. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    const endless = (animation: Animation) =>
      animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    const passing = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.all(passing.map((animation) => animation.finished.catch(() => {})));
  });
}

/** Prints a figure for readers of the tests' output. */
export function measured(figure: string) {
  process.stdout.write(`    ${figure}\n`);
}

/** The option of tests of what moves by itself: `test.use(motion)`. */
export const motion = { contextOptions: { reducedMotion: "no-preference" } } as const;

/** Whether the page has the small screen's layout. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/** Returns the cards of the gallery, in their order. */
export function cards(page: Page) {
  return page.getByRole("main").getByRole("list").getByRole("article");
}

export function card(page: Page, title: string) {
  return cards(page).filter({ has: page.getByRole("link", { name: title, exact: true }) });
}

/** Makes a card show its overlay, as a visitor does on this kind of screen. */
export async function reveal(page: Page, title: string) {
  const target = card(page, title);
  if (isPhone(page)) await target.getByRole("link").tap();
  else await target.hover();
  return target;
}

/** Opens a card's title: Back, and a reload after it, show as many cards as before, at the same place. */
export async function expectBackRestoresScroll(page: Page, from: Locator) {
  const shown = await cards(page).count();
  const link = from.getByRole("link");
  await link.scrollIntoViewIfNeeded();
  if (isPhone(page)) await link.tap();
  const position = await page.evaluate(() => scrollY);
  if (isPhone(page)) await link.tap();
  else await link.click();
  await expect(page).toHaveURL(/\/anime\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(cards(page)).toHaveCount(shown);
  await expect(link).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  await page.reload();
  await expect(cards(page)).toHaveCount(shown);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  await expect(link).toBeInViewport();
}

/**
 * Opens the page's address in a browser that has never been there: as much of the list shows, and a
 * reload leads to where the reader was in it.
 */
export async function expectLinkShowsSameCards(page: Page, otherBrowser: () => Promise<Page>) {
  const titles = () => cards(page).getByRole("heading").allTextContents();
  const other = await otherBrowser();
  await other.goto(page.url());
  await expect(cards(other).getByRole("heading")).toHaveText(await titles());
  await cards(other).last().scrollIntoViewIfNeeded();
  const position = await other.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(0);
  await other.reload();
  await expect(cards(other).getByRole("heading")).toHaveText(await titles());
  await expect.poll(() => other.evaluate(() => scrollY)).toBe(position);
}

/** Returns the slideshow, once it has slides. */
export function hero(page: Page) {
  return page.getByRole("region", { name: "Featured anime" });
}

/** Holds back what the page asks for until the function it returns is called; then answers it so. */
export async function holdRequests(
  page: Page,
  addresses: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
) {
  let release = () => {};
  const held = new Promise<void>((released) => {
    release = released;
  });
  await page.route(addresses, async (route) => {
    await held;
    await answer(route);
  });
  return () => release();
}

/**
 * Presses Retry and lets requests through from then on that a test has refused until now. What the
 * page asks by itself before the press is held too, else it could be answered first, and there would
 * be nothing to press. Such a request disables the button, so the press does not wait for it.
 */
export async function retry(page: Page, addresses: string, button: Locator) {
  const release = await holdRequests(page, addresses);
  await button.click({ force: true });
  release();
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("the keyboard does not reach it");
}

/** From here on time passes only when the test says so. Install the clock before the page opens. */
export async function pauseClock(page: Page) {
  // Some way ahead, because the clock runs on until the order arrives.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 3000));
}
