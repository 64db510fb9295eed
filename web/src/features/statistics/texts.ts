import type { Statistics, WatchedTime, YearInReview } from "@/api/statistics";
import { formatCount, formatDate, formatPercent, titleCount } from "@/lib/format";
import { type Scale, scales } from "@/lib/list/scales";
import { meanText, rangeText, valueText } from "@/lib/list/score-text";
import type { Bar } from "./Bars";
import type { FigureProps } from "./Figures";

const many = (count: number, one: string, several = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : several}`;

/** Scores from which on a distribution says something, and what asks for as many. */
export const MIN_SCORES = 5;
export const RATE_MORE = "Rate five titles and this fills.";

/** How long episodes are together, as a large number: hours, or minutes where it is less than one. */
export function timeFigure({ seconds }: WatchedTime): { label: string; value: string } {
  const minutes = Math.round(seconds / 60);
  if (minutes > 0 && minutes < 60)
    return { label: minutes === 1 ? "Minute" : "Minutes", value: String(minutes) };
  const hours = Math.round(minutes / 60);
  return { label: hours === 1 ? "Hour" : "Hours", value: formatCount(hours) };
}

/** Describes a watched time: how many days it is, and what is not counted. */
export function timeHint({ seconds, untimed }: WatchedTime): string | null {
  const days = seconds / 86_400;
  const parts = [
    days >= 2 && `${formatCount(Math.round(days))} days`,
    untimed > 0 && `without ${many(untimed, "episode")} of unknown length`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(", ") : null;
}

export const againHint = (again: number) => (again > 0 ? `${formatCount(again)} again` : null);

/** The years of a count without gaps, so that a column's place is its year. */
export function yearColumns(years: Statistics["years"]["known"]): Bar[] {
  const [first, last] = [years[0]?.year, years.at(-1)?.year];
  if (first === undefined || last === undefined) return [];
  const titles = new Map(years.map((each) => [each.year, each.titles]));
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const year = first + place;
    return { label: String(year), count: titles.get(year) ?? 0 };
  });
}

/** Every how many-th of so many years is written, so that they do not meet on a phone. */
export const yearsLabelled = (count: number) => Math.max(1, Math.ceil(count / 6));

type Mean = Pick<YearInReview, "scored" | "mean" | "mean_low" | "mean_high">;

/** Returns a mean score as a figure: of how many scores it is, and how sure. */
export function meanFigure(of: Mean, scale: Scale): FigureProps {
  const { scored, mean, mean_low: low, mean_high: high } = of;
  const label = "Mean score";
  if (mean === null) return { label, value: "–", hint: "none rated" };
  const parts = [`of ${formatCount(scored)} rated`, rangeText(low, high, scale)];
  return { label, value: meanText(mean, scale), hint: parts.filter(Boolean).join(", ") };
}

/** Values that are drawn one by one at most; of a finer scale, a tenth of it is one column. */
const MAX_VALUES = 10;

/** Returns a column for each value of a scale with its number of scores; the middle stands out. */
export function scoreColumns({ count: given, scale, steps }: Statistics["scores"]): Bar[] {
  const { max, step } = scales[scale];
  const count = Math.min(MAX_VALUES, Math.round(max / step));
  const width = max / count;
  const fine = Math.round(max / step) > MAX_VALUES;
  const middles = middle(steps, given);
  return Array.from({ length: count }, (_, place) => {
    const [low, high] = [place * width, (place + 1) * width];
    const those = steps.filter(({ value }) => value > low + 1e-9 && value <= high + 1e-9);
    const name = scale === "5_stars" ? String(high) : valueText(high, scale);
    return {
      label: fine ? `≤ ${scale === "10_decimal" ? high : name}` : name,
      count: those.reduce((sum, each) => sum + each.count, 0),
      ...(those.some((each) => middles.includes(each)) && { fill: "bg-accent-fill" }),
    };
  });
}

type Step = Statistics["scores"]["steps"][number];

/** Which values the middle of all scores lies in: one, or the two that it lies between. */
export function middle(steps: readonly Step[], count: number): Step[] {
  return steps.filter(({ below, above }) => below * 2 <= count && above * 2 <= count);
}

/** Returns a sentence that says where the middle of the user's scores lies. */
export function middleText(steps: readonly Step[], count: number, scale: Scale): string {
  const [one, other] = middle(steps, count);
  if (!one) return "";
  const name = (step: Step) => valueText(step.value, scale);
  if (other) {
    return `Your middle lies between ${name(one)} and ${name(other)}: half of your scores are lower, half are higher.`;
  }
  return `Your ${name(one)} is your middle: ${formatPercent(one.below, count)} of your scores are lower, ${formatPercent(one.above, count)} are higher.`;
}

/** Returns a sentence about how many of the titles that the user began were finished. */
export function completionText({ completed, paused, dropped }: Statistics["completion"]): string {
  const all = completed + paused + dropped;
  return `You finished ${formatPercent(completed, all)} of ${titleCount(all)} that you began and do not watch now.`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export const monthColumns = ({ months }: YearInReview): Bar[] =>
  months.map((count, month) => {
    const label = MONTHS[month] ?? "";
    return { label, short: label.slice(0, 1), count };
  });

/** A date of which only a part may be known: "14 Mar 2026", "Mar 2026", "2026". */
export function dayText(date: string): string {
  const [year = "", month, day] = date.split("-");
  if (day) return formatDate(date) ?? date;
  return month ? `${MONTHS[Number(month) - 1]} ${year}` : year;
}
