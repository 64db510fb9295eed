// index.html as the server expects it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const MAX_INLINE_STYLE = 14_000;
const COMMENTS = ["head", "screen", "data"].map((name) => `<!--mitai:${name}-->`);

function need(text, parts, where) {
  for (const part of parts) {
    if (!text.includes(part)) throw new Error(`${where} lacks ${part}, which the server fills in`);
  }
}

function inlineStyle(html, dist) {
  const links = [...html.matchAll(/\s*<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"[^>]*>/g)];
  const [link] = links;
  if (!link || links.length !== 1) throw new Error("index.html should link one style sheet");
  const css = readFileSync(join(dist, link[1]), "utf8").trim();
  const weight = brotliCompressSync(css).length;
  if (weight >= MAX_INLINE_STYLE)
    throw new Error(`the style sheet weighs ${weight} bytes: too much to inline`);
  rmSync(join(dist, link[1]));
  return html.replace(link[0], () => `\n    <style>${css}</style>`);
}

/** The script goes behind the content and yields to the first picture. */
function scriptLast(html) {
  const script = html.match(/\s*<script type="module"[^>]*><\/script>/);
  if (!script) throw new Error("index.html lacks the module script");
  const late = script[0].trim().replace("<script ", '<script fetchpriority="low" ');
  return html
    .replace(script[0], "")
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace("</body>", () => `  ${late}\n  </body>`);
}

/** Inlines the style sheet and checks that everything the server fills in is still there. */
export function finishPage(dist) {
  const path = join(dist, "index.html");
  const html = scriptLast(inlineStyle(readFileSync(path, "utf8"), dist));
  need(html, COMMENTS, "index.html");
  if (/(src|href)="(https?:)?\/\//.test(html)) throw new Error("index.html names a foreign host");
  const sheets = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".css"));
  if (sheets.length > 0)
    throw new Error(`a route brings its own style sheet: ${sheets.join(", ")}`);
  writeFileSync(path, html);
}
