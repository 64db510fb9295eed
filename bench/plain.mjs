// The yardstick of the pages: the same app as a plain single-page app, whose page is empty until the
// script has asked for its data. All but the page comes from Mitai.
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { brotliCompressSync } from "node:zlib";

/** Serves it on a free port; `web` is the folder of the web app's build. */
export async function servePlain(address, web) {
  const page = brotliCompressSync(await readFile(`${web}/index.html`));
  const { hostname, port } = new URL(address);
  const server = createServer((incoming, answer) => {
    if (incoming.headers["sec-fetch-dest"] === "document") {
      const type = { "content-type": "text/html; charset=utf-8", "content-encoding": "br" };
      answer.writeHead(200, type).end(page);
      return;
    }
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    incoming.pipe(passed);
  });
  await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
