import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ListEdit, type ListItem, listQuery } from "@/api/list";
import { titleCount } from "@/lib/format";
import { changeId } from "@/lib/library/change-id";
import { addEdits } from "@/lib/library/edits";
import { displayTitle } from "@/lib/names";
import { isStillSignedIn, useSession } from "@/lib/session";
import { useToast } from "@/lib/toast";
import { bulkText, changeText } from "./change-messages";
import type { PendingEdit } from "./pending";
import { todayIn, usePreferences } from "./preferences";
import { canWatchOn } from "./rules";
import type { Scale } from "./scales";
import { undoEdits } from "./undo";
import { itemNow } from "./useAnimeList";
import { withEdit } from "./view";

/** The fields of the user's edit, without its day. */
export type Fields = Omit<ListEdit, "today">;

/** The user's edits of their entries. They show at once, with Undo, and are sent when possible. */
export function useListEdit() {
  const uid = useSession().user?.uid ?? null;
  const queries = useQueryClient();
  const toast = useToast();
  const { time_zone: zone, score_scale: scale } = usePreferences();
  return useMemo(
    () => listEdits({ uid, queries, toast, zone, scale }),
    [uid, queries, toast, zone, scale],
  );
}

interface Context {
  /** The signed-in user's id; null for a visitor, who has no list. */
  uid: string | null;
  queries: QueryClient;
  toast: ReturnType<typeof useToast>;
  zone: string | null;
  scale: Scale;
}

interface Said {
  message: string;
  about: string;
  more?: Pick<PendingEdit, "adds" | "bulk">;
}

function listEdits(context: Context) {
  const change = (items: readonly ListItem[], fields: Fields | null, said: Said) =>
    changeWithUndo(context, items, fields, said);
  const many = (items: readonly ListItem[], fields: Fields | null, message: string) =>
    change(items, fields, { message, about: "list", more: { bulk: changeId() } });
  /** The displayed value may be a moment behind: a second press must count from after the first. */
  const latest = (item: ListItem) =>
    (context.uid !== null && itemNow(context.queries, context.uid, item.mal_id)) || item;
  const edit = (shown: ListItem, fields: Fields, listed = true) => {
    const item = listed ? latest(shown) : shown;
    const after = withEdit(item, { ...fields, today: todayIn(context.zone) });
    change([item], fields, {
      message: changeText(displayTitle(item), listed ? item : null, after),
      about: `watchlist ${item.mal_id}`,
      ...(!listed && { more: { adds: true } }),
    });
  };
  return {
    /** Changes an entry, or makes one: `listed` says whether the title is on the list. */
    edit,
    /** Counts one more episode, or one fewer, as far as there is one. */
    step: (shown: ListItem, by: 1 | -1) => {
      const item = latest(shown);
      if (by === 1 ? canWatchOn(item) : item.progress > 0) {
        edit(item, { progress: item.progress + by });
      }
    },
    remove: (item: ListItem) =>
      change([item], null, {
        message: `Removed “${displayTitle(item)}”.`,
        about: `watchlist ${item.mal_id}`,
      }),
    editMany: (items: readonly ListItem[], fields: Fields) =>
      many(items, fields, bulkText(items.length, fields, context.scale)),
    removeMany: (items: readonly ListItem[]) =>
      many(items, null, `Removed ${titleCount(items.length)}.`),
  };
}

function changeWithUndo(
  { uid, queries, toast, zone }: Context,
  items: readonly ListItem[],
  fields: Fields | null,
  { message, about, more = {} }: Said,
) {
  if (uid === null || items.length === 0 || !isStillSignedIn(queries, uid)) return;
  const baseVersion = queries.getQueryData(listQuery(uid).queryKey)?.version ?? null;
  const edit = fields && { ...fields, today: todayIn(zone) };
  const kept = addEdits(
    uid,
    items.map((item) => ({ malId: item.mal_id, edit, item, baseVersion, ...more })),
  );
  const undo = async () => {
    const ids = await kept;
    const undone = items.map((item, index) => ({
      id: ids[index] ?? "",
      malId: item.mal_id,
      before: more.adds ? null : item,
      edit,
    }));
    await undoEdits(uid, undone, todayIn(zone));
  };
  toast({ message, about, action: { label: "Undo", onAct: () => void undo() } });
}
