import type { AnimeDetails } from "@/api/types";
import { Episodes } from "../Episodes";
import { Statistics } from "../Statistics";
import { Characters } from "./Characters";
import { Links } from "./Links";
import { type FirstName, inOrder } from "./names";
import { Recommendations } from "./Recommendations";
import { Staff } from "./Staff";
import { Themes } from "./Themes";
import { Videos } from "./Videos";

/** The extras of a title: only sections with content, without the last ones. */
export default function Sections({ anime }: { anime: AnimeDetails }) {
  return inOrder(anime.sections).first.map(({ name, count, groups }) => (
    <Named key={name} name={name} anime={anime} count={count} groups={groups} />
  ));
}

const parts = {
  characters: Characters,
  staff: Staff,
  videos: Videos,
  themes: Themes,
  links: Links,
  recommendations: Recommendations,
} as const;

interface Props {
  name: FirstName;
  anime: AnimeDetails;
  count: number;
  groups: readonly number[];
}

function Named({ name, anime, count, groups }: Props) {
  if (name === "episodes") return <Episodes anime={anime} count={count} />;
  if (name === "statistics") return <Statistics anime={anime} />;
  const Part = parts[name];
  return <Part malId={anime.mal_id} count={count} groups={groups} />;
}
