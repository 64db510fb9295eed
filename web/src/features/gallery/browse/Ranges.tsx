import type { BrowseFacets } from "@/api/types";
import { formatCount } from "@/lib/format";
import { Select } from "@/ui/Select";
import { capital, episodesText } from "./chips";
import { ANY, type BrowseQuery, type Range, readRange, writeRange } from "./query";

interface Props {
  query: BrowseQuery;
  onQuery: (query: BrowseQuery) => void;
}

type Option = { value: string; label: string };

const withCount = (label: string, titles: number) => `${label} (${formatCount(titles)})`;

/** With the chosen value among them, which an address may name without its being offered. */
function offered(options: Option[], value: string, label: string): Option[] {
  const known = value === "" || options.some((option) => option.value === value);
  return [{ value: "", label: "Any" }, ...(known ? [] : [{ value, label }]), ...options];
}

/** The two ends of a range of years; each says how many titles it would leave with the other. */
export function Years({ years, query, onQuery }: Props & { years: BrowseFacets["years"] }) {
  const { from, to } = query.year;
  const left = (range: Range) => {
    const inside = years.filter(
      ({ value }) => (range.from ?? value) <= value && value <= (range.to ?? value),
    );
    return inside.reduce((sum, { titles }) => sum + titles, 0);
  };
  const end = (name: "from" | "to", range: (year: number) => Range) => {
    const value = query.year[name];
    const possible = years.filter(({ value: year }) => {
      const { from, to } = range(year);
      return from === null || to === null || from <= to;
    });
    const options = possible.map(({ value: year }) => ({
      value: String(year),
      label: withCount(String(year), left(range(year))),
    }));
    const chosen = value === null ? "" : String(value);
    return (
      <Select
        label={capital(name)}
        value={chosen}
        options={offered(options, chosen, chosen)}
        onChange={(year) =>
          onQuery({
            ...query,
            year: { ...query.year, [name]: year === "" ? null : Number(year) },
          })
        }
      />
    );
  };
  return (
    <div className="grid grid-cols-2 gap-3">
      {end("from", (year) => ({ from: year, to }))}
      {end("to", (year) => ({ from, to: year }))}
    </div>
  );
}

export function Score({ scores, query, onQuery }: Props & { scores: BrowseFacets["min_scores"] }) {
  const options = scores.map(({ value, titles }) => ({
    value: String(value),
    label: withCount(`${value} or more`, titles),
  }));
  const { min_score } = query;
  return (
    <Select
      name="min_score"
      label="Score"
      value={min_score}
      options={offered(options, min_score, `${min_score} or more`)}
      onChange={(score) => onQuery({ ...query, min_score: score })}
    />
  );
}

export function Episodes({
  episodes,
  query,
  onQuery,
}: Props & { episodes: BrowseFacets["episodes"] }) {
  const options = episodes.map(({ value, titles }) => ({
    value,
    label: withCount(capital(episodesText(readRange(value))), titles),
  }));
  const chosen = writeRange(query.episodes);
  const label = chosen === "" ? "" : capital(episodesText(query.episodes));
  return (
    <Select
      name="episodes"
      label="Episodes"
      value={chosen}
      options={offered(options, chosen, label)}
      onChange={(range) => onQuery({ ...query, episodes: range === "" ? ANY : readRange(range) })}
    />
  );
}
