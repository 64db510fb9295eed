import type { ListItem, Status } from "@/api/list";

/** Returns the most episodes that can have been seen; null where that is not known. */
export function mostEpisodes({ airing, episodes }: Pick<ListItem, "airing" | "episodes">) {
  if (airing === "not_yet_aired") return 0;
  return airing === "airing" ? null : episodes;
}

/** Returns whether there may be another episode to see. */
export const canWatchOn = (item: ListItem) =>
  item.progress < Math.min(mostEpisodes(item) ?? 9_999, 9_999);

/** Returns whether a title can have a status: one that is not yet aired can only be planned. */
export const canBe = ({ airing }: Pick<ListItem, "airing">, status: Status) =>
  airing !== "not_yet_aired" || status === "planned";
