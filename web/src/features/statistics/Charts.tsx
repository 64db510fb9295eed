import type { Statistics } from "@/api/statistics";
import { formatCount, formatPercent } from "@/lib/format";
import { statuses, statusNames } from "@/lib/list/statuses";
import { Bars, Columns } from "./Bars";
import { Chart } from "./Chart";
import { Figures } from "./Figures";
import { Genres } from "./Genres";
import { MyScale } from "./MyScale";
import {
  againHint,
  completionText,
  meanFigure,
  timeFigure,
  timeHint,
  yearColumns,
  yearsLabelled,
} from "./texts";

/** Each column flows by itself: how high a chart is depends on the list, and on whether it is a table. */
const column = "grid grid-cols-1 gap-4 sm:gap-6";

/** A whole list in numbers and drawings. */
export function Charts({ statistics }: { statistics: Statistics }) {
  const { titles, watched, completion, scores } = statistics;
  return (
    <>
      <Figures
        figures={[
          { ...timeFigure(watched), hint: timeHint(watched) },
          {
            label: titles === 1 ? "Title" : "Titles",
            value: formatCount(titles),
            hint: completion.completed > 0 ? `${formatCount(completion.completed)} finished` : null,
          },
          {
            label: watched.episodes === 1 ? "Episode" : "Episodes",
            value: formatCount(watched.episodes),
            hint: againHint(watched.again),
          },
          meanFigure({ ...scores, scored: scores.count }, scores.scale),
        ]}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-2">
        <div className={column}>
          <MyScale scores={scores} />
          <Genres statistics={statistics} />
          <YearChart
            title="Finished by year"
            counts={statistics.finished}
            unknown="Nobody knows when"
          />
        </div>
        <div className={column}>
          <ByStatus statistics={statistics} />
          <Completed completion={completion} />
          <ByKind kinds={statistics.kinds} />
          <YearChart
            title="Titles by year of release"
            counts={statistics.years}
            unknown="Not known"
          />
        </div>
      </div>
    </>
  );
}

function ByStatus({ statistics: { statuses: counts, titles } }: { statistics: Statistics }) {
  const bars = statuses.map((status) => ({ label: statusNames[status], count: counts[status] }));
  return (
    <Chart
      title="Titles by status"
      table={{
        head: ["Status", "Titles", "Share"],
        rows: bars.map(({ label, count }) => [
          label,
          formatCount(count),
          formatPercent(count, titles),
        ]),
      }}
    >
      <Bars bars={bars} />
    </Chart>
  );
}

interface YearChartProps {
  title: string;
  counts: Statistics["years"];
  /** The label of titles without a year. */
  unknown: string;
}

function YearChart({ title, counts: { known, unknown: without }, unknown }: YearChartProps) {
  const columns = yearColumns(known);
  if (columns.length === 0) return null;
  const rows = known.map(({ year, titles }) => [String(year), formatCount(titles)]);
  if (without > 0) rows.push([unknown, formatCount(without)]);
  return (
    <Chart
      title={title}
      hint={without > 0 && `${unknown}: ${formatCount(without)}.`}
      table={{ head: ["Year", "Titles"], rows }}
    >
      <Columns columns={columns} labelled={yearsLabelled(columns.length)} />
    </Chart>
  );
}

function Completed({ completion }: Pick<Statistics, "completion">) {
  const { completed, paused, dropped } = completion;
  const all = completed + paused + dropped;
  if (all === 0) return null;
  const bars = [
    { label: "Finished", count: completed, fill: "bg-good" },
    { label: "On hold", count: paused },
    { label: "Dropped", count: dropped, fill: "bg-field" },
  ];
  return (
    <Chart
      title="What you finish"
      hint={completionText(completion)}
      table={{
        head: ["What became of it", "Titles", "Share"],
        rows: bars.map(({ label, count }) => [
          label,
          formatCount(count),
          formatPercent(count, all),
        ]),
      }}
    >
      <Bars bars={bars} />
    </Chart>
  );
}

function ByKind({ kinds: { known, unknown } }: Pick<Statistics, "kinds">) {
  const bars = known.map(({ kind, titles }) => ({ label: kind, count: titles }));
  if (unknown > 0) bars.push({ label: "Not known", count: unknown });
  return (
    <Chart
      title="Titles by format"
      table={{
        head: ["Format", "Titles"],
        rows: bars.map(({ label, count }) => [label, formatCount(count)]),
      }}
    >
      <Bars bars={bars} />
    </Chart>
  );
}
