import type { AnimeDetails } from "@/api/types";

/** How a title's facts read on the page. Every function takes what the API sends, absent values included. */

/**
 * Halves go up. Works on whole tenths, because 1.05 and its like have no exact binary form and
 * `toFixed` would send some of them down.
 */
function oneDecimal(tenths: number): string {
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** "8.5", or "N/A" for a title nobody has scored yet. Scores carry two decimals. */
export function formatScore(score: number | null | undefined): string {
  if (!score) return "N/A";
  return oneDecimal(Math.floor((Math.round(score * 100) + 5) / 10));
}

/** Returns in words how sure a score is. */
export function formatCertainty(low: number, high: number): string {
  const [from, to] = [formatScore(low), formatScore(high)];
  if (from === to) return "Sure to this decimal with 95\u00a0% certainty";
  return `Between ${from} and ${to} with 95\u00a0% certainty`;
}

/** Returns a number of votes in short: "12.3K votes", or "0" when there are none. */
export function formatVotes(votes: number | null | undefined): string {
  if (!votes) return "0";
  return `${oneDecimal(Math.floor((votes + 50) / 100))}K votes`;
}

/** Returns the exact number of votes, which stands behind the short one: "12,345 votes". */
export function formatExactVotes(votes: number | null | undefined): string {
  return `${formatCount(votes ?? 0)} ${votes === 1 ? "vote" : "votes"}`;
}

export function formatSeasons(seasons: number): string {
  return `${seasons} ${seasons === 1 ? "Season" : "Seasons"}`;
}

export function formatEpisodes(episodes: number | null | undefined): string {
  return episodes ? String(episodes) : "?";
}

/** Returns a number as "1,234", without `Intl`, which the server's engine does not have. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A part of a whole in whole percent; what is there is never nothing, and what is missing never all. */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return "0\u00a0%";
  const share = Math.round((part / whole) * 100);
  if (part > 0 && share === 0) return "<\u00a01\u00a0%";
  if (part < whole && share === 100) return ">\u00a099\u00a0%";
  return `${share}\u00a0%`;
}

const WEEKDAYS = "Sundays Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays".split(" ");
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" ");

/** "31 Aug 2026" from a date or an instant; null when it is neither. Read in UTC, as the server writes it. */
export function formatDate(date: string | null | undefined): string | null {
  const instant = new Date(date ?? "");
  if (Number.isNaN(instant.getTime())) return null;
  return `${instant.getUTCDate()} ${MONTHS[instant.getUTCMonth()]} ${instant.getUTCFullYear()}`;
}

/** "Saturdays at 01:00 (JST)"; null where no time of the week is known. */
export function formatWeekly(broadcast: AnimeDetails["broadcast"]): string | null {
  return broadcast && `${WEEKDAYS[broadcast.weekday]} at ${broadcast.time} (JST)`;
}

/** "31 Aug 2026, 17:05" where the reader is; only for what the server does not render. */
export function formatMoment(instant: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(instant));
}

/** Returns a number of titles in words: "1 title", "2,000 titles". */
export const titleCount = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "title" : "titles"}`;
