import { useCallback, useEffect, useMemo, useState } from "react";
import type { Choices, RowChoice } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";

/** What is wished of an import, with the titles that were chosen for rows. */
export interface Wishes extends Choices {
  /** By their ids. */
  titles: Record<string, SuggestedTitle>;
}

const none: Wishes = { policy: "mine", accept_proposals: false, rows: {}, titles: {} };

const keyOf = (uid: string, id: number) => `mitai:import:${uid}:${id}`;

function read(key: string): Wishes {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Wishes>;
    return { ...none, ...kept };
  } catch {
    return none;
  }
}

function write(key: string, wishes: Wishes) {
  try {
    sessionStorage.setItem(key, JSON.stringify(wishes));
  } catch {
    // They hold until the page is left.
  }
}

/** Forgets what was wished of an import that is applied or forgotten. */
export function dropChoices(uid: string, id: number) {
  try {
    sessionStorage.removeItem(keyOf(uid, id));
  } catch {
    // There is nothing to forget.
  }
}

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
  const key = keyOf(uid, id);
  const [wishes, setWishes] = useState(() => read(key));
  useEffect(() => write(key, wishes), [key, wishes]);
  // The same function always: rows that stay need not be drawn anew.
  const onRow = useCallback((row: number, choice: RowChoice, title?: SuggestedTitle) => {
    setWishes((before) => {
      const next = withRow(before, row, choice);
      return title ? { ...next, titles: { ...next.titles, [title.mal_id]: title } } : next;
    });
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
  };
}
