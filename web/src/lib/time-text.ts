/** Returns the time of an instant in the zone, or where the browser is: "09:30". */
export function timeText(at: string, zone: string | null): string {
  const format = (timeZone?: string) =>
    new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(new Date(at));
  try {
    return format(zone ?? undefined);
  } catch {
    return format();
  }
}
