import type { Statistics } from "@/api/statistics";
import { formatCount, formatPercent, titleCount } from "@/lib/format";
import { distanceText, meanText, valueText } from "@/lib/list/score-text";
import { Columns } from "./Bars";
import { Chart } from "./Chart";
import { MIN_SCORES, middleText, RATE_MORE, scoreColumns } from "./texts";

/** Where each score lies among all of the user's scores. */
export function MyScale({ scores }: Pick<Statistics, "scores">) {
  const { count, mean, mean_low: low, mean_high: high, deviation, scale, steps } = scores;
  if (count < MIN_SCORES) return <TooFew count={count} />;
  const spread =
    mean !== null && deviation !== null
      ? `On average you give ${meanText(mean, scale)}, with a spread (standard deviation) of ${distanceText(deviation, scale)}.`
      : "";
  return (
    <Chart
      title="My scale"
      hint={
        <>
          <p className="text-base text-text">{middleText(steps, count, scale)}</p>
          <p className="mt-1">{spread}</p>
          {low != null && high != null && (
            <p className="mt-1">
              If these titles are a sample of what you watch, your average of all of it lies between{" "}
              {meanText(low, scale)} and {meanText(high, scale)} with 95&nbsp;% certainty.
            </p>
          )}
        </>
      }
      table={{
        head: ["Score", "Titles", "Lower", "The same", "Higher"],
        rows: steps.map((step) => [
          valueText(step.value, scale),
          formatCount(step.count),
          formatPercent(step.below, count),
          formatPercent(step.count, count),
          formatPercent(step.above, count),
        ]),
      }}
    >
      <Columns columns={scoreColumns(scores)} />
      <Legend />
    </Chart>
  );
}

const fills = [
  { fill: "bg-accent-fill", label: "Your middle" },
  { fill: "bg-cool", label: "Lower and higher" },
];

/** The meaning of the columns and their colours. */
function Legend() {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <li>Titles by score:</li>
      {fills.map(({ fill, label }) => (
        <li key={fill} className="flex items-center gap-2">
          <span className={`size-3 rounded-sm ${fill}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The message in place of the chart until there are enough scores. */
function TooFew({ count }: { count: number }) {
  return (
    <section
      aria-labelledby="my-scale"
      className="grid content-start gap-2 rounded-lg border border-dashed border-field p-4 sm:p-6"
    >
      <h2 id="my-scale" className="pt-2 text-lg">
        My scale
      </h2>
      <p>{RATE_MORE}</p>
      <p className="text-sm text-muted">
        {count === 0
          ? "You have rated none so far."
          : `You have rated ${titleCount(count)} so far.`}
      </p>
      <div aria-hidden="true" className="mt-2 flex gap-1.5">
        {[0, 1, 2, 3, 4].map((place) => (
          <span
            key={place}
            className={`h-2 flex-1 rounded-full ${place < count ? "bg-accent-fill" : "bg-raised"}`}
          />
        ))}
      </div>
    </section>
  );
}
