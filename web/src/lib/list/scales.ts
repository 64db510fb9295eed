/** A score is kept as 1 to 100 and shown on the scale that the user has chosen. */
export type Scale = "100" | "10_decimal" | "10" | "5_stars" | "3_faces";

/** The greatest value of each scale, and the distance of two neighbours. */
export const scales: Record<Scale, { max: number; step: number }> = {
  "100": { max: 100, step: 1 },
  "10_decimal": { max: 10, step: 0.1 },
  "10": { max: 10, step: 1 },
  "5_stars": { max: 5, step: 0.5 },
  "3_faces": { max: 3, step: 1 },
};

/** The stored score of each face: bad, fair, good. */
const FACES = [35, 60, 85] as const;

/** The kept score as a value of the scale, rounded half up and never to nothing. */
export function shownScore(score: number, scale: Scale): number {
  if (scale === "100") return score;
  if (scale === "10_decimal") return score / 10;
  if (scale === "3_faces") return score <= FACES[0] ? 1 : score <= FACES[1] ? 2 : 3;
  const tenth = Math.max(1, Math.floor(score / 10 + 0.5));
  return scale === "10" ? tenth : tenth / 2;
}

/** The score to keep for a value of the scale; null where the scale has no such value. */
export function internalScore(shown: number, scale: Scale): number | null {
  const { max, step } = scales[scale];
  const steps = shown / step;
  const fits = Math.abs(steps - Math.round(steps)) < 1e-6;
  if (!fits || shown < step - 1e-6 || shown > max) return null;
  if (scale === "3_faces") return FACES[shown - 1] ?? null;
  return Math.round((shown * 100) / max);
}
