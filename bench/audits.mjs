// Lighthouse, as it judges phones.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { CHROMIUM_ARGUMENTS, RUNS } from "./runs.mjs";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** Audits that cost their category points: `id (score)`. */
function missed({ categories, audits }, category) {
  return categories[category].auditRefs
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, score, displayValue }) =>
      [id, `(${Math.round(score * 100)})`, displayValue].filter(Boolean).join(" "),
    );
}

/** Lighthouse says so where the browser's trace lacks its beginning: nothing of the page's. */
const LOST_TRACE = "NO_NAVSTART";
const TRIES = 3;

/** What Lighthouse found, in a browser of its own. */
async function audit(chromePath, address) {
  const chrome = await launch({
    chromePath,
    chromeFlags: ["--headless", ...CHROMIUM_ARGUMENTS],
    logLevel: "silent",
  });
  // It runs in a group of its own, which no signal to ours reaches.
  const stop = () => {
    chrome.kill();
    process.exit(1);
  };
  process.once("SIGTERM", stop);
  try {
    const { lhr } = await lighthouse(address, {
      port: chrome.port,
      onlyCategories: CATEGORIES,
      logLevel: "error",
    });
    const { runtimeError } = lhr;
    if (runtimeError) throw new Error(runtimeError.message, { cause: runtimeError.code });
    const categories = CATEGORIES.map((category) => [
      category,
      { score: Math.round(lhr.categories[category].score * 100), missed: missed(lhr, category) },
    ]);
    return { ...Object.fromEntries(categories), machine: lhr.environment.benchmarkIndex };
  } finally {
    process.removeListener("SIGTERM", stop);
    chrome.kill();
  }
}

async function auditWithTrace(chromePath, address) {
  for (let tried = 1; ; tried++) {
    try {
      return await audit(chromePath, address);
    } catch (error) {
      if (error.cause !== LOST_TRACE || tried === TRIES) throw error;
    }
  }
}

export async function measureAudits(chromePath, address) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await auditWithTrace(chromePath, address));
  return runs;
}
