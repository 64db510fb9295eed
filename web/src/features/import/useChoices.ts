import { useCallback, useEffect, useMemo, useState } from "react";
import type { Choices, RowChoice } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";
import { type ImportDraft, readImportDraft, saveImportDraft } from "@/lib/import-draft";

const none: ImportDraft = { policy: "mine", accept_proposals: false, rows: {}, titles: {} };

/** A choice without what says nothing; null where nothing is left of it. */
function tidy({ mal_id, policy, skip }: RowChoice): RowChoice | null {
  const choice = { ...(mal_id && { mal_id }), ...(policy && { policy }), ...(skip && { skip }) };
  return Object.keys(choice).length > 0 ? choice : null;
}

/** The draft with another choice for a row. */
export function withRow(draft: ImportDraft, row: number, change: RowChoice): ImportDraft {
  const choice = tidy({ ...draft.rows[row], ...change });
  const { [row]: _, ...others } = draft.rows;
  return { ...draft, rows: choice ? { ...others, [row]: choice } : others };
}

/** What the user chooses for an import. A reload of the page keeps it. */
export function useChoices(uid: string, id: number) {
  const [draft, setDraft] = useState((): ImportDraft => ({ ...none, ...readImportDraft(uid, id) }));
  useEffect(() => saveImportDraft(uid, id, draft), [uid, id, draft]);
  // The same function always: rows that stay need not be drawn anew.
  const onRow = useCallback((row: number, choice: RowChoice, title?: SuggestedTitle) => {
    setDraft((before) => {
      const next = withRow(before, row, choice);
      return title ? { ...next, titles: { ...next.titles, [title.mal_id]: title } } : next;
    });
  }, []);
  const onRows = useCallback((rows: readonly number[], choice: RowChoice) => {
    setDraft((before) => rows.reduce((draft, row) => withRow(draft, row, choice), before));
  }, []);
  const choices = useMemo((): Choices => {
    const { policy, accept_proposals, rows } = draft;
    return { policy, accept_proposals, rows };
  }, [draft]);
  return {
    choices,
    titles: draft.titles,
    onAll: (all: Partial<Pick<Choices, "policy" | "accept_proposals">>) =>
      setDraft((before) => ({ ...before, ...all })),
    onRow,
    onRows,
  };
}
