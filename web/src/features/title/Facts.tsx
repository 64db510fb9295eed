import type { AnimeDetails } from "@/api/types";
import { formatCount, formatDate, formatEpisodes, formatSeasons } from "@/lib/format";

type Fact = [name: string, value: string | null | undefined, language?: string];

/** "Spring 2013", or the year alone. */
function premiere({ season, year }: AnimeDetails): string | null {
  const name = season && season.charAt(0).toUpperCase() + season.slice(1);
  return [name, year].filter(Boolean).join(" ") || null;
}

function count(number: number | null | undefined): string | null {
  return number ? formatCount(number) : null;
}

const listed = (names: string[]) => names.join(", ") || null;

function factsOf(anime: AnimeDetails): Fact[] {
  return [
    ["Type", anime.type],
    ["Premiered", premiere(anime)],
    ["Aired", anime.aired],
    ["Status", anime.status],
    ["Episodes", formatEpisodes(anime.episodes)],
    ["Length", anime.duration],
    ["Seasons", anime.seasons_known ? formatSeasons(anime.seasons) : "Not known"],
    ["Studios", listed(anime.studios)],
    ["Genres", listed(anime.genres)],
    ["Themes", listed(anime.themes)],
    ["Demographics", listed(anime.demographics)],
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

/** Everything that fits into a line. What is not known is left out. */
export function Facts({ anime }: { anime: AnimeDetails }) {
  return (
    <aside aria-label="Facts" className="grid content-start gap-8 text-sm">
      <FactList heading="Details" facts={factsOf(anime)} />
      <FactList heading="Titles" facts={namesOf(anime)} />
    </aside>
  );
}

function FactList({ heading, facts }: { heading: string; facts: Fact[] }) {
  return (
    <section className="rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{heading}</h2>
      <dl className="mt-3 grid gap-3">
        {facts.map(([name, value, language]) =>
          value ? (
            <div key={name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3">
              <dt className="text-muted">{name}</dt>
              <dd lang={language}>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}
