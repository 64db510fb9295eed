/** Pages whose markup comes in parts, as on a slow line. */
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "../fixtures";
import { largestShift, recordShifts } from "../layout-shifts";

const HEAD_END = '<div id="head-end"></div>';

for (const [address, head, upTo, rest] of [
  ["/", "the hero", "</h2>", "Trending Anime"],
  ["/anime/attack-on-titan", "a title’s head", "</h1>", "Facts"],
] as const) {
  test(`${head} does not shift while its page loads`, async ({ page, guard, baseURL }) => {
    // At this width a title's text is beside the poster
    await page.setViewportSize({ width: 1024, height: 900 });
    const html = await (await fetch(`${baseURL}${address}`)).text();
    const [half, whole] = [html.indexOf(upTo), html.indexOf(HEAD_END) + HEAD_END.length];
    expect(half).toBeGreaterThan(html.indexOf("<main"));
    expect(whole).toBeGreaterThan(half);
    const paints = new EventEmitter();
    const painted = once(paints, "first");
    const slow = createServer(async (_, to) => {
      to.writeHead(200, { "content-type": "text/html" }).write(html.slice(0, half));
      await sleep(500);
      to.write(html.slice(half, whole));
      await painted;
      to.end(html.slice(whole));
    }).listen(0, "127.0.0.1");
    await once(slow, "listening");
    try {
      const origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
      guard.welcome(origin);
      const isOther = (url: URL) => url.origin === origin && url.pathname !== address;
      await page.route(isOther, async (route) => {
        const url = route.request().url().replace(origin, `${baseURL}`);
        await route.fulfill({ response: await route.fetch({ url }) });
      });
      await recordShifts(page);
      const opened = page.goto(`${origin}${address}`);
      // The first paint comes with the head alone
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]);
      paints.emit("first");
      await opened;
      await expect(page.getByLabel(rest, { exact: true })).toBeVisible();
      expect(await largestShift(page)).toBeLessThan(0.01);
    } finally {
      await page.unrouteAll({ behavior: "wait" });
      slow.closeAllConnections();
      slow.close();
    }
  });
}
