// Measures pages of the server at MITAI_ADDRESS, and of that at MITAI_FULL_ADDRESS if there is one, as
// `cargo xtask bench web` calls it. A figure is a line `figure NAME VALUE`, in milliseconds and kB.
import { CATEGORIES, measureAudits } from "./audits.mjs";
import { measureFrames } from "./frames.mjs";
import { servePlain } from "./plain.mjs";
import { median, RUNS } from "./runs.mjs";
import { measureToggles } from "./toggles.mjs";
import { measureVitals, SCREENS } from "./vitals.mjs";

const PAGES = { home: "/", title: "/anime/5114" };

const ms = (value) => `${value.toFixed(0)} ms`;
const shift = (value) => value.toFixed(3);

const {
  CHROMIUM_PATH: chromium,
  MITAI_ADDRESS: address,
  MITAI_FULL_ADDRESS: full,
  MITAI_WEB: web,
} = process.env;
if (!chromium || !address || !web) {
  console.error("Please run this as `cargo xtask bench web`, which starts what it needs.");
  process.exit(1);
}

const figure = (name, value) => console.log(`figure ${name} ${value}`);

async function visits(page, screen) {
  const seen = await measureVitals(chromium, page, screen);
  for (const { fcp, lcp, cls, largest, shifted } of seen) {
    const moved = shifted ? `, moved: ${shifted}` : "";
    console.log(`  FCP ${ms(fcp)}, LCP ${ms(lcp)}: ${largest}, CLS ${shift(cls)}${moved}`);
  }
  return (name) => median(seen.map((visit) => visit[name]));
}

async function vitals(name, page, kind, screen) {
  console.log(`Opening ${page} ${RUNS} times on slow 4G, ${kind} …`);
  const ours = await visits(page, screen);
  for (const vital of ["fcp", "lcp", "cls"]) figure(`${name}-${kind}-${vital}`, ours(vital));
  figure(`${name}-${kind}-script`, ours("script") / 1000);
}

async function plainVitals(name, page, kind, screen) {
  console.log("  … and as a plain single-page app");
  const theirs = await visits(page, screen);
  for (const vital of ["fcp", "lcp"]) figure(`${name}-${kind}-plain-${vital}`, theirs(vital));
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
  const longest = await measureFrames(chromium, address, count);
  console.log(`  longest frames: ${longest.map(ms).join(", ")}`);
  figure(`frame-${count}`, median(longest));
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
for (const [name, path] of Object.entries(PAGES)) {
  for (const [kind, screen] of Object.entries(SCREENS)) {
    await vitals(name, `${address}${path}`, kind, screen);
    await plainVitals(name, `${plain.address}${path}`, kind, screen);
  }
  await audits(name, `${address}${path}`);
}
plain.close();
if (full) {
  for (const [kind, screen] of Object.entries(SCREENS)) {
    await vitals("full", `${full}${PAGES.title}`, kind, screen);
  }
}
