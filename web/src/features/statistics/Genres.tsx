import type { Genre, Liking, Statistics } from "@/api/statistics";
import { formatCount } from "@/lib/format";
import { differenceText, distanceText } from "@/lib/list/score-text";
import { Chart } from "./Chart";
import { type Lifted, liftedGenres, tooFew } from "./genre-lists";

const groups: { liking: Liking; title: string; word: string; fill: string }[] = [
  { liking: "more", title: "Liked more than most", word: "More", fill: "bg-accent-fill" },
  { liking: "less", title: "Liked less than most", word: "Less", fill: "bg-cool" },
  { liking: "unclear", title: "No clear difference", word: "Not clear", fill: "bg-field" },
];

interface Props {
  statistics: Pick<Statistics, "genres" | "scores" | "least_scored">;
}

/** The genres that somebody likes better than others, by the scores they gave. */
export function Genres({ statistics }: Props) {
  const { genres, scores, least_scored: least } = statistics;
  const lifted = liftedGenres(genres);
  if (lifted.length === 0) return <NoneYet least={least} />;
  const { scale } = scores;
  const most = Math.max(...lifted.map(({ lift }) => Math.max(Math.abs(lift.points), lift.margin)));
  return (
    <Chart
      title="Genres by your scores"
      hint={
        <>
          <p>
            How far your mean score of a genre is from your mean of all titles. The pale band is
            what chance alone explains.
          </p>
          <TooFew genres={tooFew(genres)} least={least} />
        </>
      }
      table={{
        head: ["Genre", "Difference ±\u00a0chance", "Liked", "Rated"],
        rows: lifted.map(({ name, lift, scored }) => [
          name,
          `${differenceText(lift.points, scale)} ± ${distanceText(lift.margin, scale)}`,
          groups.find(({ liking }) => liking === lift.liking)?.word ?? "",
          formatCount(scored),
        ]),
      }}
    >
      <div className="grid gap-6">
        {groups.map(({ liking, title, fill }) => {
          const those = lifted.filter(({ lift }) => lift.liking === liking);
          if (those.length === 0) return null;
          return (
            <div key={liking}>
              <p className="mb-2 text-sm font-semibold text-muted">{title}</p>
              <ul className="grid grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)_max-content] items-center gap-x-3 gap-y-2 text-sm">
                {those.map((genre) => (
                  <Row key={genre.name} genre={genre} most={most} fill={fill}>
                    {differenceText(genre.lift.points, scale)}
                  </Row>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </Chart>
  );
}

interface RowProps {
  genre: Lifted;
  /** The greatest difference that the drawing has room for, in points of 100. */
  most: number;
  fill: string;
  children: string;
}

/** A bar from the middle to either side, before the band of chance. */
function Row({ genre: { name, scored, lift }, most, fill, children }: RowProps) {
  const share = (points: number) => (most > 0 ? (points / most) * 50 : 0);
  const length = share(Math.abs(lift.points));
  const band = share(lift.margin);
  return (
    <li
      className="col-span-3 grid grid-cols-subgrid items-center"
      title={`${name}: ${formatCount(scored)} rated`}
    >
      <span className="max-w-32 wrap-anywhere">{name}</span>
      <span className="relative h-5">
        <span
          className="absolute inset-y-0 rounded-sm bg-raised"
          style={{ left: `${50 - band}%`, width: `${band * 2}%` }}
        />
        <span
          className={`absolute inset-y-1 rounded-sm ${fill}`}
          style={{ left: `${lift.points < 0 ? 50 - length : 50}%`, width: `${length}%` }}
        />
        <span className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-text" />
      </span>
      <span className="text-right tabular-nums">
        <span className="font-semibold">{children}</span>{" "}
        <span className="inline-block min-w-9 text-muted">({formatCount(scored)})</span>
      </span>
    </li>
  );
}

function TooFew({ genres, least }: { genres: readonly Genre[]; least: number }) {
  if (genres.length === 0) return null;
  const names = genres.map(({ name, scored }) => `${name} (${scored})`).join(", ");
  return (
    <p className="mt-1">
      Too few to say, with fewer than {least} rated: {names}.
    </p>
  );
}

function NoneYet({ least }: { least: number }) {
  return (
    <section
      aria-labelledby="genres-by-scores"
      className="grid content-start gap-2 rounded-lg border border-dashed border-field p-4 sm:p-6"
    >
      <h2 id="genres-by-scores" className="pt-2 text-lg">
        Genres by your scores
      </h2>
      <p>Rate {least} titles of a genre, and it shows how you like that one.</p>
      <p className="text-sm text-muted">
        It compares your mean score of each genre with that of all your titles, so a genre does not
        come first only because it is everywhere.
      </p>
    </section>
  );
}
