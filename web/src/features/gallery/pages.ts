/** Number of pages of the listing, unless the server says fewer. */
export const TOTAL_PAGES = 10;

/** The largest number of page numbers in the window around the current one. */
const WINDOW = 5;

/** The page an address names: a whole number from 1 to 10; anything else is page 1. */
export function pageFromUrl(text: string | null): number {
  const page = wholeNumber(text ?? "");
  return page !== null && page >= 1 && page <= TOTAL_PAGES ? page : 1;
}

/** The address of a page of the listing; the first one needs no parameter. */
export function pagePath(page: number): string {
  return page === 1 ? "/" : `/?page=${page}`;
}

/** Whether an address that names a page so is the one of that page, and not another spelling of it. */
export function isPagePath(text: string | null): boolean {
  const page = pageFromUrl(text);
  return text === (page === 1 ? null : String(page));
}

/** The number someone typed, or null. Digits only: "1e1", "2.0" and "+3" are not page numbers. */
export function wholeNumber(text: string): number | null {
  const digits = text.normalize("NFKC").trim();
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** Up to five neighbouring pages with the current one as near to the middle as the ends allow. */
export function pageWindow(current: number, total: number): number[] {
  const length = Math.min(WINDOW, total);
  const centred = current - Math.floor(WINDOW / 2);
  const first = Math.max(1, Math.min(centred, total - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
