import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import type { AnimeCard } from "@/api/types";
import { useUrlParam } from "@/lib/location";
import { wholeNumber } from "./pages";

/** The largest number of pages that an opened or reloaded list asks the server for. */
export const AT_ONCE = 10;

/** How many pages of a list an address shows; anything but a number is one. */
export function shownFromUrl(text: string | null): number {
  return Math.max(1, wholeNumber(text ?? "") ?? 1);
}

/** The address of a list with so many pages of it; the first needs no word. */
export function pathWithPages(list: string, pages: number): string {
  if (pages === 1) return list;
  return `${list}${list.includes("?") ? "&" : "?"}pages=${pages}`;
}

/** How many of the `requested` pages to show: what may be asked for at once, and what was fetched before. */
export function pagesToShow(requested: number, fetched: (page: number) => boolean): number {
  let pages = Math.min(requested, AT_ONCE);
  while (pages < requested && fetched(pages + 1)) pages += 1;
  return pages;
}

/** The pages that are there, up to the first that is not: one that came too early would move the others. */
export function inOrder<Page>(pages: readonly { data: Page | undefined }[]): Page[] {
  const gap = pages.findIndex(({ data }) => data === undefined);
  const there = gap < 0 ? pages : pages.slice(0, gap);
  return there.flatMap(({ data }) => (data === undefined ? [] : [data]));
}

/** The titles of these pages. What moves in the catalogue while it is read may be on two of them. */
export function eachOnce(pages: readonly { items: AnimeCard[] }[]): AnimeCard[] {
  const items = pages.flatMap(({ items }) => items);
  return [...new Map(items.map((anime) => [anime.mal_id, anime])).values()];
}

/**
 * How many pages of the list at this address show, as the address says, and the way to more;
 * `stored` is what the history state holds besides.
 */
export function useShownPages<Stored extends object>(list: string) {
  const requested = shownFromUrl(useUrlParam("pages"));
  const stored: Partial<Stored> = useHistoryState<Partial<Stored> | null>() ?? {};
  const [, navigate] = useLocation();
  // The history state may be newer than what was rendered.
  const show = (pages: number, changed?: Partial<Stored>) =>
    navigate(pathWithPages(list, pages), {
      replace: true,
      state: { ...history.state, ...changed },
    });
  return { requested, stored, show };
}
