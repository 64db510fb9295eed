import { useCallback, useEffect, useMemo, useState } from "react";
import type { Choices, RowChoice } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";
import { readWishes, saveWishes, type Wishes } from "@/lib/import-wishes";

const none: Wishes = { policy: "mine", accept_proposals: false, rows: {}, titles: {} };

/** A choice without what says nothing; null where nothing is left of it. */
function tidy({ mal_id, policy, skip }: RowChoice): RowChoice | null {
  const choice = { ...(mal_id && { mal_id }), ...(policy && { policy }), ...(skip && { skip }) };
  return Object.keys(choice).length > 0 ? choice : null;
}

/** The wishes with another choice for a row. */
export function withRow(wishes: Wishes, row: number, change: RowChoice): Wishes {
  const choice = tidy({ ...wishes.rows[row], ...change });
  const { [row]: _, ...others } = wishes.rows;
  return { ...wishes, rows: choice ? { ...others, [row]: choice } : others };
}

/** What the user wishes of an import. A reload of the page keeps it. */
export function useChoices(uid: string, id: number) {
  const [wishes, setWishes] = useState((): Wishes => ({ ...none, ...readWishes(uid, id) }));
  useEffect(() => saveWishes(uid, id, wishes), [uid, id, wishes]);
  // The same function always: rows that stay need not be drawn anew.
  const onRow = useCallback((row: number, choice: RowChoice, title?: SuggestedTitle) => {
    setWishes((before) => {
      const next = withRow(before, row, choice);
      return title ? { ...next, titles: { ...next.titles, [title.mal_id]: title } } : next;
    });
  }, []);
  const onRows = useCallback((rows: readonly number[], choice: RowChoice) => {
    setWishes((before) => rows.reduce((wishes, row) => withRow(wishes, row, choice), before));
  }, []);
  const choices = useMemo((): Choices => {
    const { policy, accept_proposals, rows } = wishes;
    return { policy, accept_proposals, rows };
  }, [wishes]);
  return {
    choices,
    titles: wishes.titles,
    onAll: (all: Partial<Pick<Choices, "policy" | "accept_proposals">>) =>
      setWishes((before) => ({ ...before, ...all })),
    onRow,
    onRows,
  };
}
