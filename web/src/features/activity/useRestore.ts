import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "@/api/client";
import { listQuery, type Restore } from "@/api/list";
import { changeId, opId } from "@/lib/library/change-id";
import { addEdits } from "@/lib/library/edits";
import { todayIn, usePreferences } from "@/lib/list/preferences";
import { editBack } from "@/lib/list/undo";
import { useToast } from "@/lib/toast";
import { refusalOf } from "@/messages/errors";
import { type Restored, restoredText } from "./texts";

/** A change that a restore has made, with the entry before it. */
interface Made extends Restored {
  malId: number;
  event: number;
}

/** Has entries be as they were; `text` says when that was. Each becomes a new change, which can be undone. */
export function useRestore(uid: string, at: string, text: string) {
  const queries = useQueryClient();
  const toast = useToast();
  const zone = usePreferences().time_zone;
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: listQuery(uid).queryKey });
    } catch (error) {
      toast({ message: refusalOf(error), tone: "failure" });
    }
    setBusy(false);
  };
  /** Undoes a restore by way of the outbox: it shows at once, and waits for a connection. */
  const takeBack = async (made: readonly Made[]) => {
    const today = todayIn(zone);
    const bulk = made.length > 1 && { bulk: changeId() };
    await addEdits(
      uid,
      made.map(({ malId, event, before }) => ({
        malId,
        edit: before && editBack(before, today),
        item: before,
        baseVersion: null,
        undoes: String(event),
        undoneEvent: event,
        ...bulk,
      })),
    );
    toast({ message: "Taken back.", about: "restore" });
  };
  const restore = (what: Pick<Restore, "mal_ids" | "status">) =>
    attempt(async () => {
      const op_id = opId(changeId());
      const items = queries.getQueryData(listQuery(uid).queryKey)?.items ?? [];
      const former = new Map(items.map((item) => [item.mal_id, item]));
      const { results } = await send("POST", "/api/v1/me/list/restore", {
        at,
        ...what,
        op_id,
      });
      const made = results.flatMap(({ mal_id, event, item }): Made[] =>
        event === null
          ? []
          : [{ malId: mal_id, event, before: former.get(mal_id) ?? null, after: item }],
      );
      const refused = results.find(({ error }) => error !== null);
      const done = made.length === 0 && refused ? [] : [restoredText(made, text)];
      toast({
        message: [...done, ...(refused ? [refused.error] : [])].join(" "),
        about: "restore",
        ...(made.length > 0 && { action: { label: "Undo", onAct: () => void takeBack(made) } }),
      });
    });
  return { restore, busy };
}
