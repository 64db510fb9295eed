/** The message for a text that is no date. */
export const DATE_HINT = "Write a date as 2019, 2019-04 or 2019-04-12.";

/** The date that a text means, as the API writes it; null is no date, undefined a text that means none. */
export function parsePartialDate(text: string): string | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  const parts = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(typed);
  if (!parts) return undefined;
  const [year, month, day] = parts.slice(1).map((part) => (part ? Number(part) : null));
  if (!year || year < 1900 || year > 2200) return undefined;
  if (month == null) return String(year);
  if (month < 1 || month > 12) return undefined;
  const written = `${year}-${String(month).padStart(2, "0")}`;
  if (day == null) return written;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day >= 1 && day <= days ? `${written}-${String(day).padStart(2, "0")}` : undefined;
}
