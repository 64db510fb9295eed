import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "@/api/client";
import { listQuery, type Restore } from "@/api/list";
import { formatCount } from "@/lib/format";
import { changeId, opId } from "@/lib/library/change-id";
import { undoEvent } from "@/lib/list/undo";
import { refusalOf } from "@/messages/errors";
import { useToast } from "@/ui/toast";

/** Has entries be as they were; `text` says when that was. Each becomes a new change, which can be taken back. */
export function useRestore(uid: string, at: string, text: string) {
  const queries = useQueryClient();
  const toast = useToast();
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
  const takeBack = (made: readonly (readonly [number, number])[]) =>
    attempt(async () => {
      for (const [malId, event] of made) await undoEvent(queries, uid, malId, event);
      toast({ message: "Taken back.", about: "restore" });
    });
  const restore = (what: Pick<Restore, "mal_ids" | "status">, count: number) =>
    attempt(async () => {
      const op_id = opId(changeId());
      const { results } = await send("POST", "/api/v1/me/list/restore", {
        at,
        ...what,
        op_id,
      });
      const made = results.flatMap(({ mal_id, event }) =>
        event === null ? [] : [[mal_id, event] as const],
      );
      const refused = results.find(({ error }) => error !== null);
      const number = refused ? made.length : count;
      const restored = `${formatCount(number)} ${number === 1 ? "title is" : "titles are"}`;
      toast({
        message: `${restored} as on ${text}.${refused ? ` ${refused.error}` : ""}`,
        about: "restore",
        ...(made.length > 0 && { action: { label: "Undo", onAct: () => void takeBack(made) } }),
      });
    });
  return { restore, busy };
}
