import type { Preferences } from "@/api/list";
import { formatCount } from "@/lib/format";

type WeekStart = Preferences["week_start"];

const DAY_MS = 24 * 60 * 60 * 1000;
const firstDays: Record<WeekStart, number> = { sunday: 0, monday: 1, saturday: 6 };

/** Days are counted and named as dates of no zone, which every engine reads as UTC. */
const asDate = (day: string) => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date) => date.toISOString().slice(0, 10);

export const addDays = (day: string, days: number) =>
  asDay(new Date(asDate(day).getTime() + days * DAY_MS));

export const daysBetween = (from: string, to: string) =>
  Math.round((asDate(to).getTime() - asDate(from).getTime()) / DAY_MS);

export const earlier = (day: string, other: string) => (day.localeCompare(other) < 0 ? day : other);

/** Returns whether a text is a day, as `2026-03-14`. */
export const isDay = (text: string | null): text is string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(asDate(text ?? "").getTime());

/** Returns whether a text is an instant, as `2026-03-14T09:30:00Z`. */
export const isInstant = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the time from one instant to another: "2 hours". Null is at once, or nearly. */
export function earlierText(from: string, to: string): string | null {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const [count, unit] =
    minutes < 90
      ? [minutes, "minutes"]
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), "hours"]
        : [Math.round(minutes / 60 / 24), "days"];
  return minutes < 2 ? null : `${formatCount(count)} ${unit}`;
}

/** The local time of an instant in a zone, as if it were UTC; without a zone, the browser's. */
function shownThere(instant: number, zone: string | null): number {
  const format = (timeZone?: string) =>
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone }).format(
      instant,
    );
  let text: string;
  try {
    text = format(zone ?? undefined);
  } catch {
    text = format();
  }
  return Date.parse(`${text.replace(" ", "T")}Z`);
}

/** The instant at which the clock in the zone shows a day and a time, as "09:30". */
export function instantOf(day: string, time: string, zone: string | null): string {
  const localTime = Date.parse(`${day}T${time}:00Z`);
  const guess = 2 * localTime - shownThere(localTime, zone);
  // Where the clock is put forward or back in between, the first guess is an hour off.
  return new Date(guess + localTime - shownThere(guess, zone)).toISOString();
}

/** Returns the last instant of a day in the zone. */
export function endOf(day: string, zone: string | null): string {
  return new Date(Date.parse(instantOf(addDays(day, 1), "00:00", zone)) - 1).toISOString();
}

const format = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(asDate(day));

/** Returns a day in words: "14 March 2026". */
export const dayText = (day: string) => format(day, { dateStyle: "long" });

/** Returns the first day of the week that has the given day. */
export function weekOf(day: string, start: WeekStart): string {
  const since = (asDate(day).getUTCDay() - firstDays[start] + 7) % 7;
  return addDays(day, -since);
}

/** Returns the heading of a day: "Today", "Yesterday", else the date with its weekday. */
export function dayHeading(day: string, today: string): string {
  if (day === today) return "Today";
  if (day === addDays(today, -1)) return "Yesterday";
  return `${format(day, { weekday: "long" })}, ${dayText(day)}`;
}

/** Returns the heading of a week: "This week", "Last week", else the week's first day. */
export function weekHeading(week: string, today: string, start: WeekStart): string {
  const now = weekOf(today, start);
  if (week === now) return "This week";
  return week === addDays(now, -7) ? "Last week" : `Week of ${dayText(week)}`;
}
