// Titles drawn at random, so that no figure is of one that happens to be well off.

/** How many are drawn. */
const TITLES = 20;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function* seeded(seed) {
  for (let state = seed >>> 0; ; ) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

async function locations(address, path) {
  const answer = await fetch(`${address}${path}`);
  if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}`);
  const found = (await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g);
  return [...found].map(([, location]) => new URL(location).pathname);
}

/** The paths of titles of the server at `address`, by its sitemap. */
export async function drawTitles(address, seed) {
  const maps = (await locations(address, "/sitemap.xml")).filter((map) => map.includes("titles"));
  const titles = (await Promise.all(maps.map((map) => locations(address, map)))).flat();
  const drawn = new Set();
  for (const number of seeded(seed)) {
    if (drawn.size === Math.min(TITLES, titles.length)) break;
    drawn.add(titles[Math.floor(number * titles.length)]);
  }
  return [...drawn];
}
