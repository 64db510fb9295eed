import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type ListEdit, type ListItem, listQuery } from "@/api/list";
import { formatCount } from "@/lib/format";
import { changeId } from "@/lib/library/change-id";
import { addEdits } from "@/lib/library/edits";
import { displayTitle } from "@/lib/names";
import { useSession } from "@/lib/session";
import { refusalOf } from "@/messages/errors";
import { useToast } from "@/ui/toast";
import { todayIn, usePreferences } from "./preferences";
import { changeText } from "./said";
import { undoEdit } from "./undo";
import { withEdit } from "./view";

/** What the user wants changed, without the day. */
export type Fields = Omit<ListEdit, "today">;

const titles = (count: number) => `${formatCount(count)} ${count === 1 ? "title" : "titles"}`;

/** A title, and its entry before an edit: null is none. */
type Before = readonly [malId: number, before: ListItem | null];

const asBefore = (item: ListItem): Before => [item.mal_id, item];

/** Undoes edits, and says what could not be. */
function useUndo() {
  const queries = useQueryClient();
  const toast = useToast();
  const zone = usePreferences().time_zone;
  return useCallback(
    async (uid: string, kept: Promise<string[]>, of: readonly Before[]) => {
      const ids = await kept;
      const today = todayIn(zone);
      let changedSince = 0;
      try {
        for (const [index, [malId, before]] of of.entries()) {
          const id = ids[index] ?? "";
          const since = await undoEdit({ queries, uid, id, malId, before, today });
          if (since.length > 0) changedSince += 1;
        }
      } catch (error) {
        toast({ message: refusalOf(error), tone: "failure" });
      }
      if (changedSince === 0) return;
      toast({ message: `${titles(changedSince)} changed since then: what is newer has stayed.` });
    },
    [queries, toast, zone],
  );
}

/** What the user does to entries of their list. It shows at once, with its Undo, and is sent when it can be. */
export function useListEdit() {
  const uid = useSession().user?.uid ?? null;
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const zone = usePreferences().time_zone;
  return useMemo(() => {
    const add = (items: readonly ListItem[], fields: Fields | null, more: object = {}) => {
      if (uid === null) return null;
      const baseVersion = queries.getQueryData(listQuery(uid).queryKey)?.version ?? null;
      const today = todayIn(zone);
      const edit = fields && { ...fields, today };
      const drafts = items.map((item) => ({
        malId: item.mal_id,
        edit,
        item,
        baseVersion,
        ...more,
      }));
      return { uid, today, kept: addEdits(uid, drafts) };
    };
    const tell = (
      message: string,
      about: string,
      added: ReturnType<typeof add>,
      of: readonly Before[],
    ) => {
      if (added === null) return;
      const onAct = () => void undo(added.uid, added.kept, of);
      toast({ message, about, action: { label: "Undo", onAct } });
    };
    return {
      /** Changes one entry, or makes it: `listed` says whether there is one. */
      edit: (item: ListItem, fields: Fields, listed = true) => {
        const added = add([item], fields);
        if (added === null) return;
        const after = withEdit(item, { ...fields, today: added.today });
        const said = changeText(displayTitle(item), listed ? item : null, after);
        tell(said, `watchlist ${item.mal_id}`, added, [[item.mal_id, listed ? item : null]]);
      },
      editMany: (items: readonly ListItem[], fields: Fields) => {
        const added = add(items, fields, { bulk: changeId() });
        tell(`Changed ${titles(items.length)}.`, "list", added, items.map(asBefore));
      },
      remove: (item: ListItem) => {
        const added = add([item], null);
        tell(`Removed “${displayTitle(item)}”.`, `watchlist ${item.mal_id}`, added, [
          asBefore(item),
        ]);
      },
      removeMany: (items: readonly ListItem[]) => {
        const added = add(items, null, { bulk: changeId() });
        tell(`Removed ${titles(items.length)}.`, "list", added, items.map(asBefore));
      },
    };
  }, [uid, queries, toast, undo, zone]);
}
