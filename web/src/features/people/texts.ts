import type { Agreement } from "@/api/people";
import type { Scale } from "@/lib/list/scales";
import { distanceText } from "@/lib/list/score-text";

/** "0.4 points higher"; a difference that rounds to nothing has no direction. */
function signed(points: number, scale: Scale): string {
  const text = distanceText(Math.abs(points), scale);
  if (Number(text) === 0) return "no points";
  return `${text} points ${points > 0 ? "higher" : "lower"}`;
}

/** How far tastes agree at least, in a few words: nothing is claimed that may be chance. */
export function tasteText({ correlation, scored, least_scored }: Agreement, name: string): string {
  if (scored < least_scored) return "Too few scores to tell";
  if (correlation === null) return "No differences to compare";
  const { low, high } = correlation;
  if (low <= 0 && high >= 0) return "Hard to tell: it may be chance";
  if (high < -0.4) return `You and ${name} like opposite things`;
  if (high < 0) return `You and ${name} have different tastes`;
  if (low >= 0.7) return `You and ${name} have very similar tastes`;
  if (low >= 0.4) return `You and ${name} have similar tastes`;
  return `You and ${name} have somewhat similar tastes`;
}

/** Returns the correlation of the scores in words and numbers, with its uncertainty. */
export function correlationText({ correlation, scored, least_scored }: Agreement): string {
  const titles = scored === 1 ? "1 title" : `${scored} titles`;
  if (scored < least_scored) {
    return `You have both scored ${titles}. From ${least_scored} on there is something to say.`;
  }
  if (correlation === null) {
    return `Of the ${titles} that both have scored, one of you has given all the same score.`;
  }
  const { value, low, high } = correlation;
  const [at, from, to] = [value, low, high].map((it) => it.toFixed(2).replace("-", "−"));
  return `By the ${titles} that both have scored, your scores agree by ${at}, where 1 is wholly, 0 not at all, and −1 the opposite. With so many titles the true value is between ${from} and ${to}, with 95 % certainty.`;
}

/** Who scores higher, with its uncertainty; null where too few are scored. */
export function differenceText({ difference }: Agreement, name: string, scale: Scale) {
  if (difference === null) return null;
  const { value, low, high } = difference;
  const range = `${signed(low, scale)} to ${signed(high, scale)}`;
  return `On average you score ${signed(value, scale)} than ${name}; with 95 % certainty ${range}.`.replace(
    "no points than",
    "the same as",
  );
}
