import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { test as base, expect } from "../fixtures";

interface Front {
  url: string;
  /** Rewrites the worker's text from now on. */
  rewrite(how: (text: string) => string): void;
  /** Answers this address with this page from now on; null restores the server's answer. */
  replace(address: string, page: string | null): void;
  /** Resolves once a browser has asked for this address. */
  asked(address: string): Promise<void>;
  /** Has the proxy answer in place of its server with this status from now on. */
  refuse(status: number): void;
}

/** A proxy in front of the tests' server, as an operator has one. */
const test = base.extend<{ front: Front }>({
  front: async ({ server }, use) => {
    let how = (text: string) => text;
    let refused: number | null = null;
    const replaced = new Map<string, string | null>();
    const asked = new EventEmitter();
    const proxy = createServer(async ({ url = "/", headers }, to) => {
      if (refused !== null)
        return to.writeHead(refused, { "content-type": "text/html" }).end("Bad");
      asked.emit(url);
      const page = replaced.get(url);
      if (page) return to.writeHead(200, { "content-type": "text/html" }).end(page);
      const { cookie = "", accept = "" } = headers;
      const answer = await fetch(server.url + url, { headers: { cookie, accept } });
      const passed = [...answer.headers].filter(
        ([name]) => !/encoding|length|connection/.test(name),
      );
      const body = Buffer.from(await answer.arrayBuffer());
      to.writeHead(answer.status, Object.fromEntries(passed));
      to.end(url === "/sw.js" ? how(body.toString()) : body);
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await use({
      url,
      rewrite: (next) => {
        how = next;
      },
      replace: (address, page) => replaced.set(address, page),
      asked: async (address) => {
        await once(asked, address);
      },
      refuse: (status) => {
        refused = status;
      },
    });
    proxy.closeAllConnections();
    proxy.close();
  },
});

test.use({ serviceWorkers: "allow", baseURL: async ({ front }, use) => use(front.url) });

test.beforeEach(({ guard, front }) => {
  guard.welcome(front.url);
});

/** Returns the names of the builds whose files the browser keeps, oldest first. */
const builds = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("mitai:app:"));
    const whole = [];
    for (const name of names) {
      if (await (await caches.open(name)).match("/shell")) whole.push(name);
    }
    return whole;
  });

/** Returns how to give the worker's build another name, as the next release does. */
const release = (name: string) => (text: string) => {
  const renamed = text.replace(/[0-9a-f]{16}(?=`|")/, name);
  if (renamed === text) throw new Error("the worker has no name of its build");
  return renamed;
};

test("a new build's worker takes over at once, and keeps the previous build's files", async ({
  page,
  front,
}) => {
  await page.goto("/");
  await expect.poll(() => builds(page)).toHaveLength(1);
  const [first = ""] = await builds(page);
  const [second, third] = ["2222222222222222", "3333333333333333"];
  front.rewrite(release(second));
  await page.reload();
  await expect.poll(() => builds(page)).toEqual([first, `mitai:app:${second}`]);
  front.rewrite(release(third));
  await page.reload();
  await expect.poll(() => builds(page)).toEqual([`mitai:app:${second}`, `mitai:app:${third}`]);
  const active = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(active).toBe("activated");
});

test("a broken worker is replaced by the next, or unregisters itself", async ({
  page,
  front,
  guard,
}) => {
  guard.expectFailedRequests();
  // The broken worker passes pages only.
  const broken = `self.addEventListener("fetch", (event) => {
    if (event.request.mode === "navigate") return;
    event.stopImmediatePropagation();
    event.respondWith(Response.error());
  });`;
  front.rewrite((text) => broken + text);
  await page.goto("/");
  await expect.poll(() => builds(page)).toHaveLength(1);
  const icon = () =>
    page.evaluate(() =>
      fetch("/favicon.svg").then(
        () => "came",
        () => "failed",
      ),
    );
  await expect.poll(icon).toBe("failed");
  test.slow();
  // The app does not start any more: only the browser itself can find the next worker.
  const reload = () => page.evaluate(() => location.reload());
  await reload();
  await expect(page.locator("html[data-app=running]")).toHaveCount(0);
  front.rewrite((text) => text);
  const running = page.locator("html[data-app=running]");
  // The browser looks for another worker some time after each page.
  await expect(async () => {
    await reload();
    await running.waitFor({ timeout: 5_000 });
  }).toPass({ timeout: 40_000 });

  const script = /```js\n(.*?)```/s.exec(await readFile("../docs/operating.md", "utf8"))?.[1] ?? "";
  expect(script).toContain("unregister");
  front.rewrite(() => script);
  await page.reload();
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registered).toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  // Later pages cache nothing either.
  await page.reload();
  await expect(running).toHaveCount(1);
  const since = Date.now();
  await expect
    .poll(async () => {
      expect(await page.evaluate(() => caches.keys())).toEqual([]);
      return Date.now() - since;
    })
    .toBeGreaterThan(2_000);
});

test("the app starts during a proxy's gateway error, and says so", async ({
  page,
  front,
  guard,
}) => {
  guard.expectFailedRequests();
  await page.goto("/");
  await expect.poll(() => builds(page)).toHaveLength(1);
  await expect
    .poll(() =>
      page.evaluate(() => caches.match("/api/v1/hero").then((hero) => hero !== undefined)),
    )
    .toBe(true);
  front.refuse(502);
  await page.goto("/");
  await expect(
    page.getByText("We cannot reach the server. This page is as we last saw it."),
  ).toBeVisible();
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a page of another build is not cached as the shell", async ({ page, front }) => {
  await page.goto("/");
  await expect.poll(() => builds(page)).toHaveLength(1);
  const shell = () => page.evaluate(async () => (await caches.match("/shell"))?.text());
  const ours = await shell();
  // The page was requested long ago.
  const age = () =>
    page.evaluate(async () => {
      const [name = ""] = (await caches.keys()).filter((each) => each.startsWith("mitai:app:"));
      const cache = await caches.open(name);
      const headers = { "content-type": "text/html", date: new Date(0).toUTCString() };
      const text = await (await cache.match("/shell"))?.text();
      await cache.put("/shell", new Response(text ?? "", { headers }));
    });
  const madeAt = () =>
    page.evaluate(async () => (await caches.match("/shell"))?.headers.get("date") ?? "");
  front.replace("/shell", "<h1>Log in to the hotel’s network</h1>");
  await age();
  const asked = front.asked("/shell");
  await page.reload();
  await asked;
  expect(await shell()).toBe(ours);
  front.replace("/shell", null);
  await page.reload();
  await expect.poll(madeAt).not.toBe(new Date(0).toUTCString());
  expect(await shell()).toBe(ours);
});
