import type { Preferences } from "@/api/list";
import { libraryQuery } from "@/api/query";
import { useBrowserQuery } from "@/lib/browser-query";
import { useSession } from "@/lib/session";

/** The preferences of a user who has chosen none. */
export const usualPreferences: Preferences = {
  score_scale: "10",
  title_language: "english",
  time_zone: null,
  week_start: "monday",
};

/** Returns the signed-in user's preferences; they come with the library. */
export function usePreferences(): Preferences {
  const uid = useSession().user?.uid ?? null;
  const { data } = useBrowserQuery({
    ...libraryQuery(uid ?? ""),
    enabled: uid !== null,
    select: ({ preferences }) => preferences,
  });
  return data ?? usualPreferences;
}

/** The calendar date in the zone, or where the browser is: never the server's. */
export function todayIn(zone: string | null, now = new Date()): string {
  const format = (timeZone?: string) =>
    new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(now);
  try {
    return format(zone ?? undefined);
  } catch {
    // A browser that does not know the zone has its own.
    return format();
  }
}
