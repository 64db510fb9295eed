import { rm } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { test as base, cards, expect, hero, openTab } from "../fixtures";
import { newFolder, type Program, type Providers, startMitai, startStub } from "../programs";

interface Stub extends Program {
  /** The addresses of the stub's two services, as the server is given them. */
  providers: Providers;
  behave(mode: { mode: string; seconds?: number; retry_after?: number }): Promise<void>;
  /** Returns the requests to both services, with the time in milliseconds. */
  asked(): Promise<{ at: number; target: string }[]>;
}

const test = base.extend<{ stub: Stub; data: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
  stub: async ({}, use) => {
    const program = await startStub();
    const post = (path: string, body: unknown) =>
      fetch(`${program.url}${path}`, { method: "POST", body: JSON.stringify(body) });
    await use({
      ...program,
      providers: { jikan: `${program.url}/v4`, kitsu: `${program.url}/api/edge` },
      async behave(mode) {
        expect((await post("/__mode", mode)).ok).toBe(true);
      },
      asked: async () => (await fetch(`${program.url}/__requests`)).json(),
    });
    await program.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
  data: async ({}, use) => {
    const folder = await newFolder();
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

/** Every kind of page, complete: what a visitor gets whatever the providers do. */
async function expectWhole(page: Page, site: string) {
  await page.goto(site);
  await expect(hero(page).getByRole("group", { name: /^Slide 1 of \d+$/ })).toBeVisible();
  await expect(cards(page)).toHaveCount(25);
  await page.goto(`${site}/?page=10`);
  await expect(cards(page)).toHaveCount(25);
  await page.goto(`${site}/?search=titan`);
  await expect(
    cards(page).getByRole("link", { name: "Attack on Titan", exact: true }),
  ).toBeVisible();
  await page.goto(`${site}/anime/attack-on-titan`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Attack on Titan");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
}

const failures = [
  { mode: "429", retry_after: 60 },
  { mode: "403" },
  { mode: "404" },
  { mode: "504" },
  { mode: "html" },
  { mode: "truncated" },
  { mode: "wrong-shape" },
  // Longer than a test may take: a page that waits for it fails.
  { mode: "silent", seconds: 60 },
  { mode: "closed" },
];

for (const failure of failures) {
  test(`every page is whole while providers answer: ${failure.mode}`, async ({
    page,
    guard,
    stub,
    data,
  }) => {
    await stub.behave(failure);
    const mitai = await startMitai({ providers: stub.providers, data });
    guard.welcome(mitai.url);
    await expectWhole(page, mitai.url);
    // It sent a request, and the pages stay complete after the answer.
    await expect.poll(async () => (await stub.asked()).length).toBeGreaterThan(0);
    await expectWhole(page, mitai.url);
    await mitai.stop();
  });
}

test("every page is whole while providers are down", async ({ page, guard, stub, data }) => {
  await stub.stop();
  const mitai = await startMitai({ providers: stub.providers, data });
  guard.welcome(mitai.url);
  await expectWhole(page, mitai.url);
  await expectWhole(page, mitai.url);
  await mitai.stop();
});

test("providers' data shows on a later visit, and after a restart without them", async ({
  page,
  context,
  guard,
  stub,
  data,
}) => {
  const first = await startMitai({ providers: stub.providers, data });
  guard.welcome(first.url);
  guard.welcome(stub.url);
  await page.goto(first.url);
  await expect(cards(page)).toHaveCount(25);

  // The stub's titles are invented and the most popular of all.
  const fetched = (at: Page) =>
    at
      .getByRole("main")
      .getByRole("link", { name: /^Lantern of the Moonlit Tide/ })
      .first();
  const slide = (at: Page) => hero(at).locator("img").first();
  await expect(async () => {
    await page.reload();
    await expect(fetched(page)).toBeVisible({ timeout: 500 });
    await expect(slide(page)).toHaveAttribute("src", new RegExp(`^${stub.url}`), { timeout: 500 });
  }).toPass();
  expect(busiestSecond(await stub.asked())).toBeLessThanOrEqual(3);
  // An open page would go on to ask the server for pictures.
  await page.close();
  await first.stop();

  await stub.behave({ mode: "closed" });
  const second = await startMitai({ providers: stub.providers, data });
  guard.welcome(second.url);
  const later = await openTab(context);
  await later.goto(second.url);
  await expect(fetched(later)).toBeVisible();
  await expect(slide(later)).toHaveAttribute("src", new RegExp(`^${stub.url}`));
  await later.close();
  await second.stop();
});

/** Returns the most requests that one provider got within any second. */
function busiestSecond(asked: { at: number; target: string }[]): number {
  const most = ["/v4/", "/api/edge/"].map((face) => {
    const times = asked.filter(({ target }) => target.startsWith(face)).map(({ at }) => at);
    return times.map((start) => times.filter((at) => at >= start && at < start + 1000).length);
  });
  return Math.max(...most.flat());
}
