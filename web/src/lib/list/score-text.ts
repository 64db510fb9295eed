import type { Preferences } from "@/api/list";
import { type Scale, scales, shownScore } from "./scales";

/** The number of hundredths between two whole values of each scale. */
const UNITS: Record<Scale, number> = {
  "100": 1,
  "10_decimal": 10,
  "10": 10,
  "5_stars": 20,
  "3_faces": 25,
};
/** The stored score that a face below the first one would have. */
const BELOW_FACES = 10;

const FACES = ["Bad", "Fair", "Good"] as const;

/** Returns a value of a scale in words: "8", "8.5", "3½ stars", "Good". */
export function valueText(value: number, scale: Scale): string {
  if (scale === "3_faces") return FACES[value - 1] ?? "";
  if (scale === "10_decimal") return value.toFixed(1);
  if (scale !== "5_stars") return String(value);
  const whole = Math.floor(value);
  const stars = `${whole || ""}${value > whole ? "½" : ""}`;
  return `${stars} ${value > 1 ? "stars" : "star"}`;
}

/** Returns a stored score in words, on the user's scale. */
export const scoreText = (score: number, scale: Preferences["score_scale"]) =>
  valueText(shownScore(score, scale), scale);

/** A mean of kept scores on the user's scale: "7.4", "3.7 stars", "2.3 of 3". */
export function meanText(mean: number, scale: Scale): string {
  const value = (scale === "3_faces" ? mean - BELOW_FACES : mean) / UNITS[scale];
  const text = value.toFixed(1);
  if (scale === "3_faces") return `${Math.min(3, Math.max(1, value)).toFixed(1)} of 3`;
  return scale === "5_stars" ? `${text} stars` : text;
}

/** Where a mean of kept scores lies with 95 % certainty, on the user's scale; nothing where that is not known. */
export const rangeText = (low: number | null, high: number | null, scale: Scale) =>
  // An answer that was cached before there were ranges has none
  low == null || high == null
    ? ""
    : `95\u00a0% range ${meanText(low, scale)} to ${meanText(high, scale)}`;

/** Returns the difference of two stored scores on the user's scale: "1.2". */
export const distanceText = (distance: number, scale: Scale) =>
  (distance / UNITS[scale]).toFixed(scale === "100" ? 0 : 1);

/** A difference of kept scores on the user's scale, with its sign: "+0.6". */
export function differenceText(difference: number, scale: Scale): string {
  const text = distanceText(Math.abs(difference), scale);
  if (Number(text) === 0) return "0";
  return `${difference < 0 ? "−" : "+"}${text}`;
}

/** The values of a scale that one chooses from, the best first; none where there are too many and one types. */
export function scoreChoices(scale: Scale): { value: number; label: string }[] {
  const { max, step } = scales[scale];
  const count = Math.round(max / step);
  if (count > 20) return [];
  return Array.from({ length: count }, (_, index) => {
    const value = max - index * step;
    return { value, label: valueText(value, scale) };
  });
}
