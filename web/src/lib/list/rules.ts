import type { ListItem, Status } from "@/api/list";

/** Episodes that one can have seen; null where there is no telling. */
export function mostEpisodes({ airing, episodes }: Pick<ListItem, "airing" | "episodes">) {
  if (airing === "not_yet_aired") return 0;
  return airing === "airing" ? null : episodes;
}

/** Whether there may be another episode to see. */
export const canWatchOn = (item: ListItem) =>
  item.progress < Math.min(mostEpisodes(item) ?? 9_999, 9_999);

/** A title that is not yet aired can only be planned. */
export const canBe = ({ airing }: Pick<ListItem, "airing">, status: Status) =>
  airing !== "not_yet_aired" || status === "planned";
