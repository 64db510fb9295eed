import type { AnimeDetails } from "@/api/types";

/**
 * The instant at which an episode was broadcast on a day (`YYYY-MM-DD`) in Japan. Null where the title has no
 * weekly time, or the episode came on another day of the week: then its time is not known.
 */
export function airedAt(day: string | null, broadcast: AnimeDetails["broadcast"]): Date | null {
  if (!day || !broadcast || new Date(day).getUTCDay() !== broadcast.weekday) return null;
  return new Date(`${day}T${broadcast.time}:00+09:00`);
}
