import { hashKey, type QueryClient } from "@tanstack/react-query";
import { recordQuery } from "@/api/query";
import type { RecordChange, UserRecord } from "@/api/types";
import { receiveChange } from "./receive";

/**
 * This tab's copy of the record, in the query cache.
 *
 * **Invariant:** it takes changes in the order of their versions only; when one is missing, it is
 * asked for anew as a whole. It never goes back, unless the server's stream begins with an older one.
 */
export function createCopy(queries: QueryClient, uid: string, onUpdate: () => void) {
  const query = recordQuery(uid);
  const hash = hashKey(query.queryKey);
  const version = () => queries.getQueryData(query.queryKey)?.version;
  let latest = 0;
  let catchingUp = false;

  async function catchUp() {
    if (catchingUp) return;
    catchingUp = true;
    for (let before = version(); before !== undefined && before < latest; before = version()) {
      await queries.refetchQueries({ queryKey: query.queryKey, exact: true });
      // The server cannot be asked, or has not got that far itself.
      if (version() === before) break;
    }
    catchingUp = false;
  }
  /** The server has this version: so must the copy. */
  function catchUpTo(version: number) {
    latest = Math.max(latest, version);
    void catchUp();
  }

  // An answer that was under way while changes arrived may be behind them.
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryHash !== hash) return;
    void catchUp();
    if (event.action.type === "success") onUpdate();
  });
  return {
    version,
    catchUpTo,
    /** Its position. Reads it if this has not been done yet. */
    ready: async () => {
      const asked = queries.getQueryCache().find({ queryKey: query.queryKey });
      // A page says that it could not be had, and is mended unseen; asking here, it would flicker.
      if (asked?.isActive() && asked.state.status === "error" && !asked.state.data) {
        throw asked.state.error;
      }
      const { position, version } = await queries.ensureQueryData(query);
      // An earlier version of the app stored records without a position.
      return position ?? String(version);
    },
    receive: (change: RecordChange) => {
      receiveChange(queries, uid, change);
      catchUpTo(change.version);
    },
    replace: (record: UserRecord) => {
      latest = record.version;
      queries.setQueryData(query.queryKey, record);
    },
    stop,
  };
}

export type Copy = ReturnType<typeof createCopy>;
