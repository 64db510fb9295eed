import type { ReactNode } from "react";
import type { BrowseFacets } from "@/api/types";
import { Check } from "./Check";
import { capital, statusNames } from "./chips";
import { Genres } from "./Genres";
import { Episodes, Score, Years } from "./Ranges";
import { toggled, type Wanted } from "./wanted";

interface Props {
  facets: BrowseFacets;
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
}

/** Every choice there is, with how many titles it would leave. */
export function Filters({ facets, wanted, onWanted }: Props) {
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
        checked={wanted[filter].includes(value)}
        onToggle={() => onWanted({ ...wanted, [filter]: toggled(wanted[filter], value) })}
      />
    ));
  const typeName = (value: string) =>
    facets.types.find((type) => type.value === value)?.name ?? value;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Within a group, any of your choices will do; every group has to fit.
      </p>
      <Genres genres={facets.genres} wanted={wanted} onWanted={onWanted} />
      <Group title="Year">
        <Years years={facets.years} wanted={wanted} onWanted={onWanted} />
      </Group>
      <Group title="Season">{checks("season", facets.seasons, capital)}</Group>
      <Group title="Type">{checks("type", facets.types, typeName)}</Group>
      <Group title="Status">
        {checks("status", facets.statuses, (value) => statusNames[value] ?? value)}
      </Group>
      <Group title="Score and length">
        <Score scores={facets.min_scores} wanted={wanted} onWanted={onWanted} />
        <Episodes episodes={facets.episodes} wanted={wanted} onWanted={onWanted} />
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
