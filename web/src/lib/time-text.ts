/** "09:30" in the zone, or where the browser is. */
export function timeText(at: string, zone: string | null): string {
  const format = (timeZone?: string) =>
    new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(new Date(at));
  try {
    return format(zone ?? undefined);
  } catch {
    return format();
  }
}
