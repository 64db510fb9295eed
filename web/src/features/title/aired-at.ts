import type { AnimeDetails } from "@/api/types";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A run of at most so many episodes is taken to have kept one slot of the week. */
const SHORT_RUN = 52;
/** For how long the slot of today is taken to have held in a longer run. */
const LATELY = 91 * DAY_MS;

/**
 * The instant at which an episode was broadcast on a day (`YYYY-MM-DD`) in Japan. Sources tell the last weekly
 * slot of a title alone: null where it has none, where the episode came on another weekday, or long ago in a
 * run that may have had other slots.
 */
export function airedAt(
  day: string | null,
  { broadcast, episodes }: Pick<AnimeDetails, "broadcast" | "episodes">,
): Date | null {
  if (!day || !broadcast || new Date(day).getUTCDay() !== broadcast.weekday) return null;
  const at = new Date(`${day}T${broadcast.time}:00+09:00`);
  const isShort = episodes !== null && episodes <= SHORT_RUN;
  return isShort || at.getTime() > Date.now() - LATELY ? at : null;
}
