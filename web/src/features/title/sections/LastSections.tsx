import type { AnimeDetails } from "@/api/types";
import { News } from "./News";
import { inOrder } from "./names";
import { Pictures } from "./Pictures";

/** The last sections of a title's page: only those with content. */
export default function LastSections({ anime }: { anime: AnimeDetails }) {
  return inOrder(anime.sections).last.map(({ name, count, groups }) => {
    const Part = name === "news" ? News : Pictures;
    return <Part key={name} malId={anime.mal_id} count={count} groups={groups} />;
  });
}
