// index.html and the prerendered first screens, as the server expects them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const MAX_INLINE_STYLE = 14_000;
const TITLE = [
  "/art/banner/mal-0.svg",
  "__TITLE_POSTER__",
  "__TITLE_NAME__",
  "__TITLE_JAPANESE__",
  "__TITLE_SYNOPSIS__",
];
/** The screens of a title's page. */
const TITLES = ["title", "longTitle"];
/** What the server fills into each screen. */
const MARKS = {
  home: ["__HERO_SLUG__", "__HERO_IMAGE__", "__HERO_TITLE__", "__HERO_DESCRIPTION__"],
  title: TITLE,
  longTitle: TITLE,
  page: [],
};
const COMMENTS = ["head", "screen", "data"].map((name) => `<!--mitai:${name}-->`);

function need(text, parts, where) {
  for (const part of parts) {
    if (!text.includes(part)) throw new Error(`${where} lacks ${part}, which the server fills in`);
  }
}

/** Writes a file into dist/screens for each that `render` can make; the title's brings its own code. */
export function writeScreens(dist, manifest, render) {
  mkdirSync(join(dist, "screens"), { recursive: true });
  const { file: code } = manifest["src/routes/Title.tsx"];
  const early = `<link rel="modulepreload" fetchpriority="low" href="/${code}">`;
  for (const [name, marks] of Object.entries(MARKS)) {
    // React puts preloads in front of the markup; the server writes its own into the head.
    const bare = render[name]().replaceAll(/<link rel="preload"[^>]*>/g, "");
    const markup = (TITLES.includes(name) ? early : "") + bare;
    if (/\sstyle="|<script/.test(markup)) {
      throw new Error(
        `screens/${name}.html carries an inline style or script, which a strict content security policy would forbid`,
      );
    }
    need(markup, marks, `screens/${name}.html`);
    writeFileSync(join(dist, "screens", `${name}.html`), markup);
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
