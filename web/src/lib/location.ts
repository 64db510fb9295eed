import { useLocation, useRouter } from "wouter";

/**
 * One parameter of the page's address, decoded once, or null. The router's own hook decodes the
 * whole query before it is split, which breaks texts such as `100%26` and `K&K`.
 */
export function useUrlParam(name: string): string | null {
  const router = useRouter();
  return new URLSearchParams(router.searchHook(router)).get(name);
}

/** Returns the page's address with its query. */
export function useAddress(): string {
  const router = useRouter();
  const [path] = useLocation();
  // On the server it comes without the mark.
  const query = router.searchHook(router).replace(/^\?/, "");
  return query === "" ? path : `${path}?${query}`;
}

/** The home page's address for a search, from a page of its results on; the text is encoded once. */
export function searchPath(text: string, page = 1): string {
  return `/?search=${encodeURIComponent(text)}${page === 1 ? "" : `&page=${page}`}`;
}

/** The address of all titles of a genre, theme or demographic, which the server names by its words. */
export function genrePath(name: string): string {
  const words =
    name
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[a-z0-9]+/g) ?? [];
  return `/browse?genre=${words.join("-")}`;
}
