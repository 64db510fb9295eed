import type { Page } from "@playwright/test";

/** The browser's layout-shift entry, which TypeScript's types lack. */
interface LayoutShift extends PerformanceEntry {
  value: number;
}

/** Has pages record how far their content moves by itself. */
export async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as LayoutShift).value);
    });
    observer.observe({ type: "layout-shift", buffered: true });
  });
}

/** The largest layout shift that the page has recorded. */
export async function largestShift(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  return Math.max(0, ...shifts);
}
