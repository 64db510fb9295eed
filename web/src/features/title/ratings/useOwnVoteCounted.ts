import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type AnimeList, listQuery } from "@/api/list";
import { ratingsQuery } from "@/api/ratings";
import { useBrowserQuery } from "@/lib/browser-query";
import { useConfirmedUid } from "@/lib/session";

/** After so long, in milliseconds, the answer has a change as a rule: it is counted within little more than a second. */
const COUNTED_AFTER = 1_500;

/** After so long, in milliseconds, it has one that took longer, or that came while an answer without it was kept. */
const SURELY_AFTER = 4_000;

/** Returns the fields of an entry that count as a vote, as one text. */
const voteIn = (malId: number) => (list: AnimeList) => {
  const item = list.items.find(({ mal_id }) => mal_id === malId);
  return item ? `${item.status} ${item.score} ${item.private}` : "";
};

/** Asks for a title's ratings anew once what the reader has changed is in them. */
export function useOwnVoteCounted(malId: number) {
  const uid = useConfirmedUid();
  const queries = useQueryClient();
  // The server's state, without pending changes.
  const { data: vote } = useBrowserQuery({
    ...listQuery(uid ?? ""),
    enabled: uid !== null,
    select: voteIn(malId),
  });
  const counted = useRef(vote);
  useEffect(() => {
    const before = counted.current;
    counted.current = vote;
    if (vote === undefined || before === undefined || vote === before) return;
    const ask = () => void queries.invalidateQueries(ratingsQuery(malId));
    const timers = [COUNTED_AFTER, SURELY_AFTER].map((after) => setTimeout(ask, after));
    return () => timers.forEach(clearTimeout);
  }, [vote, malId, queries]);
}
