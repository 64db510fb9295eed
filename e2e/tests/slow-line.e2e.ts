/** Pages whose markup comes in two parts, as on a slow line. */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../fixtures";

/** A browser paints what it has of a page well within this many milliseconds. */
const PAUSE = 1_000;

interface SlowLine {
  url: string;
  close(): void;
}

/** Forwards requests to a server. The page at `path` is sent up to the end of `upTo`, and after a pause the rest. */
async function startSlowLine(server: string, path: string, upTo: string): Promise<SlowLine> {
  const proxy = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const options = { method, headers: { ...headers, "accept-encoding": "identity" } };
    const forwarded = request(new URL(url ?? "/", server), options, async (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      if (url !== path) return response.pipe(answer);
      const page = Buffer.concat(await response.toArray());
      const cut = page.indexOf(upTo) + upTo.length;
      answer.write(page.subarray(0, cut));
      setTimeout(() => answer.end(page.subarray(cut)), PAUSE);
    });
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Runs in the page before anything of it: adds up what its contents move by. */
function watchShifts() {
  const found = window as Window & { layoutShift?: number };
  found.layoutShift = 0;
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
    for (const { value } of shifts) found.layoutShift = (found.layoutShift ?? 0) + value;
  }).observe({ type: "layout-shift", buffered: true });
}

for (const [path, upTo, name] of [
  ["/", "</h2>", "the hero"],
  ["/anime/fullmetal-alchemist-brotherhood", "</h1>", "a title’s head"],
] as const) {
  test(`${name} does not move when the rest of the page comes`, async ({ page, server, guard }) => {
    const line = await startSlowLine(server.url, path, upTo);
    guard.welcome(line.url);
    await page.addInitScript(watchShifts);
    await page.goto(`${line.url}${path}`);
    const shift = await page.evaluate(
      () => (window as Window & { layoutShift?: number }).layoutShift,
    );
    expect(shift).toBeLessThan(0.02);
    line.close();
  });
}
