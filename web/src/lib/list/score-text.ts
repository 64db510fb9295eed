import type { Preferences } from "@/api/list";
import { type Scale, scales, shownScore } from "./scales";

const FACES = ["Bad", "Fair", "Good"] as const;

/** A value of a scale in words: "8", "8.5", "3½ stars", "Good". */
function valueText(value: number, scale: Scale): string {
  if (scale === "3_faces") return FACES[value - 1] ?? "";
  if (scale === "10_decimal") return value.toFixed(1);
  if (scale !== "5_stars") return String(value);
  const whole = Math.floor(value);
  const stars = `${whole || ""}${value > whole ? "½" : ""}`;
  return `${stars} ${value > 1 ? "stars" : "star"}`;
}

/** A kept score as it reads on the user's scale. */
export const scoreText = (score: number, scale: Preferences["score_scale"]) =>
  valueText(shownScore(score, scale), scale);

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
