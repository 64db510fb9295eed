import { Fragment, type ReactNode, useId, useState } from "react";
import { Link } from "wouter";
import type { AnimeDetails } from "@/api/types";
import { formatCount, formatDate, formatEpisodes, formatSeasons, formatWeekly } from "@/lib/format";
import { genrePath } from "@/lib/location";
import { ShowAll } from "@/ui/ShowAll";

type Fact = [name: string, value: ReactNode, language?: string];

/** A link to the season or the year in which the title began: "Spring 2013". */
function premiere({ season, year }: AnimeDetails): ReactNode {
  if (!year) return null;
  if (!season) return <More to={`/browse?year=${year}`}>{year}</More>;
  const name = season.charAt(0).toUpperCase() + season.slice(1);
  return <More to={`/browse?season=${season}&year=${year}`}>{`${name} ${year}`}</More>;
}

/** "Not yet aired" holds until the day on which it was to begin; of later ones the facts know nothing. */
function status({ status, expected }: AnimeDetails): string | null {
  const today = new Date().toISOString().slice(0, 10);
  return expected && expected.last_day < today ? `Was to begin ${expected.text}` : status;
}

function count(number: number | null | undefined): string | null {
  return number ? formatCount(number) : null;
}

const listed = (names: string[]) => names.join(", ") || null;

const genres = (names: string[]) =>
  names.length > 0 &&
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ", "}
      <More to={genrePath(name)}>{name}</More>
    </Fragment>
  ));

/** A link from a fact to all titles that share it. */
function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link href={to} className="underline decoration-field underline-offset-4 hover:text-accent">
      {children}
    </Link>
  );
}

function factsOf(anime: AnimeDetails): Fact[] {
  return [
    ["Type", anime.type],
    ["Premiered", premiere(anime)],
    ["Aired", anime.aired],
    ["Broadcast", formatWeekly(anime.broadcast)],
    ["Status", status(anime)],
    ["Episodes", formatEpisodes(anime.episodes)],
    ["Length", anime.duration],
    ["Seasons", anime.seasons_known ? formatSeasons(anime.seasons) : "Not known"],
    ["Studios", listed(anime.studios)],
    ["Genres", genres(anime.genres)],
    ["Themes", genres(anime.themes)],
    ["Demographics", genres(anime.demographics)],
    ["Source", anime.source],
    ["Rating", anime.rating],
    ["Members", count(anime.members)],
    ["Favorites", count(anime.favorites)],
    ["Facts as of", formatDate(anime.as_of)],
  ];
}

function namesOf(anime: AnimeDetails): Fact[] {
  return [
    ["English", anime.title_english],
    ["Original", anime.title],
    ["Japanese", anime.title_japanese, "ja"],
    ...anime.other_titles.map(({ language, title }): Fact => [language, title]),
    ["Also known as", listed(anime.title_synonyms)],
  ];
}

/** The names of the key facts, which show first on small screens. */
const FIRST = new Set(["Type", "Premiered", "Status", "Episodes", "Length", "Studios", "Genres"]);

/**
 * Everything that fits into a line, beside the text; what is not known is left out. On small screens it
 * stands within the text, and most of it shows on demand.
 */
export function Facts({ anime, className }: { anime: AnimeDetails; className: string }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const later = whole ? "" : "max-lg:hidden";
  return (
    <aside aria-label="Facts" className={`grid content-start gap-4 text-sm ${className}`}>
      <div id={id} className="grid grid-cols-1 gap-6 lg:gap-8">
        <FactList heading="Details" facts={factsOf(anime)} later={later} />
        <div className={`noscript:block ${later}`}>
          <FactList heading="Titles" facts={namesOf(anime)} />
        </div>
      </div>
      <ShowAll
        expanded={whole}
        onExpanded={setWhole}
        all="Show all details"
        fewer="Show fewer details"
        controls={id}
        className="lg:hidden"
      />
    </aside>
  );
}

interface ListProps {
  heading: string;
  facts: Fact[];
  /** Classes of the facts that do not show at first. */
  later?: string;
}

function FactList({ heading, facts, later = "" }: ListProps) {
  return (
    <section className="rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{heading}</h2>
      <dl className="mt-3 grid gap-x-10 gap-y-3 sm:max-lg:grid-cols-2">
        {facts.map(([name, value, language]) =>
          value ? (
            <div
              key={name}
              className={`grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 noscript:grid ${FIRST.has(name) ? "" : later}`}
            >
              <dt className="text-muted">{name}</dt>
              <dd lang={language}>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}
