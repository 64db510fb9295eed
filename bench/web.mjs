// Measures pages of the server at MITAI_ADDRESS, and of that at MITAI_FULL_ADDRESS if there is one, as
// `cargo xtask bench web` calls it. A figure is a line `figure NAME VALUE`, in milliseconds and kB.
import { CATEGORIES, measureAudits } from "./audits.mjs";
import { measureFrames } from "./frames.mjs";
import { servePlain } from "./plain.mjs";
import { median, RUNS } from "./runs.mjs";
import { drawTitles } from "./titles.mjs";
import { measureToggles } from "./toggles.mjs";
import { createUserContent } from "./user-content.mjs";
import { measureVitals, SCREENS, WATCHED_HERO } from "./vitals.mjs";

/** Pages that are also opened as a plain single-page app. */
const COMPARED = { home: "/", title: "/anime/5114" };
/** The other public pages, beside those that people write. */
const ROUTES = {
  search: "/?search=frieren",
  browse: "/browse",
  filtered: "/browse?genre=action",
  login: "/login",
  signup: "/signup",
  forgot: "/forgot",
  reset: "/reset",
  about: "/about",
  contact: "/contactus",
  feedback: "/feedback",
  report: "/report",
  privacy: "/privacy",
  terms: "/terms",
  faq: "/faq",
  developers: "/developers",
  person: "/person/118",
  character: "/character/45627",
};
/** Those that Lighthouse judges. Not search: its pages ask not to be indexed, which takes from its mark. */
const JUDGED = ["home", "title", "browse", "login", "about"];
/** Visits to each of the other pages, and of the plain app: an odd number. */
const ROUTE_RUNS = 3;
/** A title that is slower than this, in milliseconds, is opened twice more, and the median counts. */
const SLOW_TITLE = 1_600;

const ms = (value) => `${value.toFixed(0)} ms`;
const shift = (value) => value.toFixed(3);
const moved = (shifted) => (shifted ? `, moved: ${shifted}` : "");

const {
  CHROMIUM_PATH: chromium,
  MITAI_ADDRESS: address,
  MITAI_FULL_ADDRESS: full,
  MITAI_WEB: web,
  MITAI_SEED: seed,
} = process.env;
if (!chromium || !address || !web) {
  console.error("Please run this as `cargo xtask bench web`, which starts what it needs.");
  process.exit(1);
}

const figure = (name, value) => console.log(`figure ${name} ${value}`);

async function visits(page, screen, { runs, watched }) {
  const seen = await measureVitals(chromium, Array(runs).fill(page), screen, watched);
  for (const { fcp, lcp, cls, largest, shifted } of seen) {
    console.log(`  FCP ${ms(fcp)}, LCP ${ms(lcp)}: ${largest}, CLS ${shift(cls)}${moved(shifted)}`);
  }
  return (name) => median(seen.map((visit) => visit[name]));
}

async function vitals(name, page, kind, screen, how) {
  console.log(`Opening ${page} ${how.runs} times on slow 4G, ${kind} …`);
  const ours = await visits(page, screen, how);
  for (const vital of ["fcp", "lcp", "cls"]) figure(`${name}-${kind}-${vital}`, ours(vital));
  figure(`${name}-${kind}-script`, ours("script") / 1000);
}

async function plainVitals(name, page, kind, screen, how) {
  console.log("  … and as a plain single-page app");
  const theirs = await visits(page, screen, how);
  for (const vital of ["fcp", "lcp"]) figure(`${name}-${kind}-plain-${vital}`, theirs(vital));
}

/** Titles that the seed draws from a server's catalogue: the median and the worst of them. */
async function titles(name, server, kind, screen) {
  const drawn = await drawTitles(server, Number(seed));
  console.log(`Opening ${drawn.length} titles drawn by the seed ${seed} on slow 4G, ${kind} …`);
  const pages = drawn.map((path) => `${server}${path}`);
  const visited = await measureVitals(chromium, pages, screen);
  const seen = [];
  for (const [place, page] of pages.entries()) {
    const once = visited[place];
    const slow = once.lcp > SLOW_TITLE;
    const more = slow ? await measureVitals(chromium, [page, page], screen) : [];
    const all = [once, ...more];
    const lcp = median(all.map((visit) => visit.lcp));
    const cls = Math.max(...all.map((visit) => visit.cls));
    const what = moved(once.shifted);
    console.log(`  LCP ${ms(lcp)}: ${once.largest}, CLS ${shift(cls)}${what}, ${drawn[place]}`);
    seen.push({ lcp, cls });
  }
  const paints = seen.map(({ lcp }) => lcp).toSorted((a, b) => a - b);
  figure(`${name}-${kind}-lcp`, paints[Math.floor(paints.length / 2)]);
  figure(`${name}-${kind}-worst`, paints.at(-1));
  figure(`${name}-${kind}-cls`, Math.max(...seen.map(({ cls }) => cls)));
}

async function audits(name, page) {
  console.log(`Asking Lighthouse about ${page} ${RUNS} times …`);
  const runs = await measureAudits(chromium, page);
  // Its slowdown of 4 times is meant for machines of 1500 and more.
  const machines = runs.map(({ machine }) => Math.round(machine));
  console.log(`  this machine's index: ${machines.join(", ")}`);
  for (const category of CATEGORIES) {
    const scores = runs.map((run) => run[category].score);
    console.log(`  ${category}: ${scores.join(", ")}`);
    for (const missed of new Set(runs.flatMap((run) => run[category].missed))) {
      console.log(`    ${missed}`);
    }
    figure(`${name}-${category}`, median(scores));
  }
}

async function frames(count) {
  console.log(`Using a watchlist of ${count} titles ${RUNS} times …`);
  const visits = await measureFrames(chromium, address, count);
  for (const what of ["scrolling", "sorting", "step"]) {
    const times = visits.map((visit) => visit[what]);
    console.log(`  ${what}: ${times.map(ms).join(", ")}`);
    figure(`${what}-${count}`, median(times));
  }
}

async function toggles() {
  console.log(`Toggling the titles of the gallery ${RUNS} times …`);
  const medians = await measureToggles(chromium, address);
  console.log(`  medians: ${medians.map(ms).join(", ")}`);
  figure("toggle", median(medians));
}

await toggles();
for (const count of [100, 10_000]) await frames(count);
const plain = await servePlain(address, web);
const routes = { ...ROUTES, ...(await createUserContent(address)) };
for (const [kind, screen] of Object.entries(SCREENS)) {
  for (const [name, path] of Object.entries(COMPARED)) {
    // The hero is on the home page alone.
    const watched = name === "home" ? WATCHED_HERO : undefined;
    await vitals(name, `${address}${path}`, kind, screen, { runs: RUNS, watched });
    // The plain app asks for its data so late that the network is silent before.
    const late = { runs: ROUTE_RUNS, watched: WATCHED_HERO };
    await plainVitals(name, `${plain.address}${path}`, kind, screen, late);
  }
  for (const [name, path] of Object.entries(routes)) {
    await vitals(name, `${address}${path}`, kind, screen, { runs: ROUTE_RUNS });
  }
  await titles("titles", address, kind, screen);
  if (full) await titles("full-titles", full, kind, screen);
}
plain.close();
for (const name of JUDGED) await audits(name, `${address}${{ ...COMPARED, ...ROUTES }[name]}`);
