import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useRetryFailed } from "@/api/retry";
import { type ReviewedTitle, type YearInReview, yearQuery } from "@/api/statistics";
import { formatCount } from "@/lib/format";
import { usePreferences } from "@/lib/list/preferences";
import type { Scale } from "@/lib/list/scales";
import { scoreText } from "@/lib/list/score-text";
import { displayTitle } from "@/lib/names";
import { useTitleLanguage } from "@/lib/title-language";
import { FailureNotice } from "@/ui/FailureNotice";
import { Poster } from "@/ui/Poster";
import { Spinner } from "@/ui/Spinner";
import { Bars, Columns } from "./Bars";
import { Chart } from "./Chart";
import { Figures } from "./Figures";
import { Picture } from "./Picture";
import { againHint, dayText, meanFigure, monthColumns, timeFigure, timeHint } from "./texts";

/** Number of genres that are drawn; the table has all. */
const DRAWN_GENRES = 8;

/** The review of a year: the titles finished in it. */
export function Year({ uid, year }: { uid: string; year: number }) {
  const { data, error, isFetching } = useQuery(yearQuery(uid, year));
  const retry = useRetryFailed();
  if (!data && error) return <FailureNotice error={error} onRetry={retry} retrying={isFetching} />;
  if (!data) return <Spinner text="Loading ..." />;
  if (data.titles === 0) return <NothingFinished year={year} />;
  return <Finished review={data} />;
}

function NothingFinished({ year }: { year: number }) {
  return (
    <div className="rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <p className="text-lg font-semibold">
        You finished nothing in {year}, as far as your list says.
      </p>
      <p className="mx-auto mt-2 max-w-md text-muted">
        A title counts in the year of the day on which you finished it. You can set that day on the
        title’s page.
      </p>
    </div>
  );
}

function Finished({ review }: { review: YearInReview }) {
  useTitleLanguage();
  const { score_scale: scale } = usePreferences();
  const { titles, watched } = review;
  return (
    <>
      <section aria-labelledby="year" className="grid gap-4 sm:gap-6">
        <h2 id="year" className="text-xl">
          Your {review.year} in anime
        </h2>
        <Figures
          figures={[
            {
              label: titles === 1 ? "Title finished" : "Titles finished",
              value: formatCount(titles),
              hint: againHint(review.again),
            },
            { ...timeFigure(watched), hint: timeHint(watched) },
            {
              label: watched.episodes === 1 ? "Episode" : "Episodes",
              value: formatCount(watched.episodes),
              hint: againHint(watched.again),
            },
            meanFigure(review, scale),
          ]}
        />
        <p className="max-w-text text-sm text-muted">
          A title counts in the year of the day on which you finished it, with all its episodes.
        </p>
      </section>
      <Highlights review={review} scale={scale} />
      <div className="grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-2">
        <ByMonth review={review} />
        <TopGenres review={review} />
      </div>
      <Picture year={review.year} />
    </>
  );
}

function Highlights({ review, scale }: { review: YearInReview; scale: Scale }) {
  const { best, longest, first, last } = review;
  const marked: [string, ReviewedTitle | null][] = [
    ["Longest", longest],
    ["First finished", first],
    ["Last finished", last],
  ];
  return (
    <div className="grid gap-8">
      {best.length > 0 && (
        <section aria-labelledby="best">
          <h3 id="best" className="mb-3 text-lg">
            Rated best
          </h3>
          <ol className="grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-5 sm:gap-4">
            {best.map((title) => (
              <Highlight
                key={title.mal_id}
                title={title}
                hint={title.score === null ? "" : scoreText(title.score, scale)}
              />
            ))}
          </ol>
        </section>
      )}
      <section aria-labelledby="marks">
        <h3 id="marks" className="mb-3 text-lg">
          Of note
        </h3>
        <ul className="grid gap-3 sm:grid-cols-3 sm:gap-4">
          {marked.map(
            ([label, title]) => title && <Marked key={label} label={label} title={title} />,
          )}
        </ul>
      </section>
    </div>
  );
}

function Highlight({ title, hint }: { title: ReviewedTitle; hint: string }) {
  return (
    <li className="min-w-0">
      <Link href={`/anime/${title.mal_id}`} className="group grid gap-2">
        <Poster
          malId={title.mal_id}
          src={title.image_url}
          className="rounded-md transition-transform group-hover:scale-[1.02]"
        />
        <span className="line-clamp-3 text-sm leading-snug font-semibold wrap-anywhere group-hover:underline">
          {displayTitle(title)}
        </span>{" "}
        <span className="text-sm text-muted">{hint}</span>
      </Link>
    </li>
  );
}

function Marked({ label, title }: { label: string; title: ReviewedTitle }) {
  const { watched, finished } = title;
  const time = timeFigure(watched);
  const hint =
    label === "Longest" ? `${time.value} ${time.label.toLowerCase()}` : dayText(finished);
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface">
      <Link
        href={`/anime/${title.mal_id}`}
        className="group grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-4 p-3"
      >
        <Poster malId={title.mal_id} src={title.image_url} className="rounded-sm" />
        <span className="grid gap-0.5">
          <span className="text-sm font-semibold text-accent">{label}</span>{" "}
          <span className="line-clamp-3 font-semibold wrap-anywhere group-hover:underline">
            {displayTitle(title)}
          </span>{" "}
          <span className="text-sm text-muted">{hint}</span>
        </span>
      </Link>
    </li>
  );
}

function ByMonth({ review }: { review: YearInReview }) {
  const columns = monthColumns(review);
  const rows = columns.map(({ label, count }) => [label, formatCount(count)]);
  if (review.monthless > 0) rows.push(["Not known", formatCount(review.monthless)]);
  if (columns.every(({ count }) => count === 0)) return null;
  return (
    <Chart
      title="Finished by month"
      hint={review.monthless > 0 && `Of ${formatCount(review.monthless)} nobody knows the month.`}
      table={{ head: ["Month", "Finished"], rows }}
    >
      <Columns columns={columns} />
    </Chart>
  );
}

function TopGenres({ review: { genres } }: { review: YearInReview }) {
  if (genres.length === 0) return null;
  const bars = genres.map(({ name, titles }) => ({ label: name, count: titles }));
  return (
    <Chart
      title="Most watched genres"
      table={{
        head: ["Genre", "Titles"],
        rows: bars.map(({ label, count }) => [label, formatCount(count)]),
      }}
    >
      <Bars bars={bars.slice(0, DRAWN_GENRES)} />
    </Chart>
  );
}
