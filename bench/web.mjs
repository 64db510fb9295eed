// Measures pages of the server at MITAI_ADDRESS, as `cargo xtask bench web` calls it.
import { CATEGORIES, measureAudits } from "./audits.mjs";
import { median, RUNS } from "./runs.mjs";
import { measureVitals, SCREENS } from "./vitals.mjs";

/** Each page with what it has to reach; a figure without a limit is told only. */
const PAGES = [
  {
    name: "home",
    path: "/",
    limits: { lcp: 2000, cls: 0.02, script: 90_000 },
    scores: { performance: 96, accessibility: 100, "best-practices": 100, seo: 100 },
  },
  {
    name: "title",
    path: "/anime/5114",
    limits: { lcp: 2500, cls: 0.02 },
    scores: { accessibility: 100, seo: 100 },
  },
];

const ms = (value) => `${value.toFixed(0)} ms`;
const kB = (value) => `${(value / 1000).toFixed(1)} kB`;
const shift = (value) => value.toFixed(3);

const { CHROMIUM_PATH: chromium, MITAI_ADDRESS: address } = process.env;
if (!chromium || !address) {
  console.error("Please run this as `cargo xtask bench web`, which starts what it needs.");
  process.exit(1);
}

const rows = [];

function atMost(name, value, target, format) {
  const limit = target === undefined ? "" : `≤ ${format(target)}`;
  rows.push([name, format(value), limit, target === undefined || value <= target]);
}

function atLeast(name, value, target) {
  const limit = target === undefined ? "" : `≥ ${target}`;
  rows.push([name, `${value}`, limit, target === undefined || value >= target]);
}

async function vitals({ name, path, limits }, kind, screen) {
  const label = `${name}, ${kind}`;
  console.log(`Opening ${path} ${RUNS} times on slow 4G, ${kind} …`);
  const visits = await measureVitals(chromium, `${address}${path}`, screen);
  for (const { fcp, lcp, cls, largest, shifted } of visits) {
    const moved = shifted ? `, moved: ${shifted}` : "";
    console.log(`  FCP ${ms(fcp)}, LCP ${ms(lcp)}: ${largest}, CLS ${shift(cls)}${moved}`);
  }
  const middle = (figure) => median(visits.map((visit) => visit[figure]));
  atMost(`${label}: FCP`, middle("fcp"), limits.fcp, ms);
  atMost(`${label}: LCP`, middle("lcp"), limits.lcp, ms);
  atMost(`${label}: CLS`, middle("cls"), limits.cls, shift);
  atMost(`${label}: script`, middle("script"), limits.script, kB);
}

async function audits({ name, path, scores: wanted }) {
  console.log(`Asking Lighthouse about ${path} ${RUNS} times …`);
  const runs = await measureAudits(chromium, `${address}${path}`);
  // Its slowdown of 4 times is meant for machines of 1500 and more.
  const machines = runs.map(({ machine }) => Math.round(machine));
  console.log(`  this machine's index: ${machines.join(", ")}`);
  for (const category of CATEGORIES) {
    const scores = runs.map((run) => run[category].score);
    console.log(`  ${category}: ${scores.join(", ")}`);
    for (const missed of new Set(runs.flatMap((run) => run[category].missed))) {
      console.log(`    ${missed}`);
    }
    atLeast(`${name}, Lighthouse: ${category}`, median(scores), wanted[category]);
  }
}

for (const page of PAGES) {
  for (const [kind, screen] of Object.entries(SCREENS)) await vitals(page, kind, screen);
  await audits(page);
}

console.log();
for (const [name, value, target, met] of rows) {
  const verdict = target === "" ? "" : met ? "yes" : "NO";
  console.log(`${name.padEnd(36)} ${value.padStart(9)}   ${target.padEnd(10)} ${verdict}`);
}
