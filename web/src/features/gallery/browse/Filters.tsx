import type { ReactNode } from "react";
import type { BrowseFacets } from "@/api/types";
import { Check } from "./Check";
import { capital, statusNames } from "./chips";
import { Genres } from "./Genres";
import { type BrowseQuery, toggled } from "./query";
import { Episodes, Score, Years } from "./Ranges";

interface Props {
  facets: BrowseFacets;
  query: BrowseQuery;
  onQuery: (query: BrowseQuery) => void;
}

/** Every choice there is, with how many titles it would leave. */
export function Filters({ facets, query, onQuery }: Props) {
  const checks = (
    filter: "type" | "status" | "season",
    choices: readonly { value: string; titles: number }[],
    label: (value: string) => string,
  ) =>
    choices.map(({ value, titles }) => (
      <Check
        key={value}
        name={filter}
        value={value}
        label={label(value)}
        titles={titles}
        checked={query[filter].includes(value)}
        onToggle={() => onQuery({ ...query, [filter]: toggled(query[filter], value) })}
      />
    ));
  const typeName = (value: string) =>
    facets.types.find((type) => type.value === value)?.name ?? value;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Within a group, any of your choices will do; every group has to fit.
      </p>
      <Genres genres={facets.genres} query={query} onQuery={onQuery} />
      <Group title="Year">
        <Years years={facets.years} query={query} onQuery={onQuery} />
      </Group>
      <Group title="Season">{checks("season", facets.seasons, capital)}</Group>
      <Group title="Type">{checks("type", facets.types, typeName)}</Group>
      <Group title="Status">
        {checks("status", facets.statuses, (value) => statusNames[value] ?? value)}
      </Group>
      <Group title="Score and length">
        <Score scores={facets.min_scores} query={query} onQuery={onQuery} />
        <Episodes episodes={facets.episodes} query={query} onQuery={onQuery} />
      </Group>
    </div>
  );
}

/** One below the panel's edge is not laid out before it comes near. The padding has room for a focus ring. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="-mx-2 px-2 [contain-intrinsic-height:auto_12rem] [content-visibility:auto]">
      <fieldset className="border-t border-line pt-3">
        <legend className="float-left mb-1 w-full font-semibold">{title}</legend>
        <div className="clear-both grid gap-x-8 sm:max-lg:grid-cols-2">{children}</div>
      </fieldset>
    </div>
  );
}
