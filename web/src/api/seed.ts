/** Answers of the API that the server put into the page, by address. */
export type Seed = Readonly<Record<string, unknown>>;

/** Reads the page's data block. A page without one (or with a broken one) is an empty seed. */
export function readSeed(page: Document): Seed {
  const text = page.getElementById("mitai-data")?.textContent;
  if (!text) return {};
  try {
    return JSON.parse(text) as Seed;
  } catch {
    return {};
  }
}

/** The address whose markup the server put into the page, as `canonical` writes it; null where it put none. */
export function renderedAddress(page: Document): string | null {
  const address = page.getElementById("mitai-data")?.dataset.rendered;
  return address === undefined ? null : canonical(address);
}

/** Rewrites an address the way the client writes it, so that `%20` and `+` are the same key. */
export function canonical(address: string): string {
  const cut = address.indexOf("?");
  if (cut < 0) return address;
  return `${address.slice(0, cut)}?${new URLSearchParams(address.slice(cut + 1)).toString()}`;
}
