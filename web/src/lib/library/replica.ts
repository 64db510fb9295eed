import { hashKey, type QueryClient } from "@tanstack/react-query";
import { listQuery } from "@/api/list";
import { libraryQuery } from "@/api/query";
import type { LibraryChange, UserLibrary } from "@/api/types";
import { receiveChange } from "./receive";

/** An answer that is brought up to a version which the server is known to have; one that nobody has read is not. */
function keepUp(queries: QueryClient, queryKey: readonly string[], onUpdate: () => void) {
  const hash = hashKey(queryKey);
  const version = () => queries.getQueryData<{ version: number }>(queryKey)?.version;
  let latest = 0;
  let catchingUp = false;

  async function catchUp() {
    if (catchingUp) return;
    catchingUp = true;
    for (let before = version(); before !== undefined && before < latest; before = version()) {
      await queries.refetchQueries({ queryKey, exact: true });
      // The server cannot be asked, or has not got that far itself.
      if (version() === before) break;
    }
    catchingUp = false;
  }
  // An answer that was under way while changes arrived may be behind them.
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryHash !== hash) return;
    void catchUp();
    if (event.action.type === "success") onUpdate();
  });
  return {
    version,
    /** Notes that the server has this version, and reads the answer again if it is older. */
    catchUpTo: (version: number) => {
      latest = Math.max(latest, version);
      void catchUp();
    },
    /** Notes that the server's stream began with an older version: the server went back. */
    goBackTo: (version: number) => {
      latest = version;
    },
    stop,
  };
}

/**
 * This tab's copy of the library and of the anime list, in the query cache.
 *
 * **Invariant:** it applies changes in the order of their versions only; if one is missing, the whole is fetched
 * again. It never goes back, unless the server's stream begins with an older version.
 */
export function createReplica(queries: QueryClient, uid: string, onUpdate: () => void) {
  const query = libraryQuery(uid);
  const library = keepUp(queries, query.queryKey, onUpdate);
  const list = keepUp(queries, listQuery(uid).queryKey, onUpdate);
  const catchUpTo = (version: number) => {
    library.catchUpTo(version);
    list.catchUpTo(version);
  };
  return {
    version: library.version,
    /** The version that all include of what was read; undefined where nothing was. */
    shown: () => {
      const versions = [library.version(), list.version()].filter((each) => each !== undefined);
      return versions.length > 0 ? Math.min(...versions) : undefined;
    },
    catchUpTo,
    /** Returns the library's position. Reads the library if this has not been done yet. */
    ready: async () => {
      const cached = queries.getQueryCache().find({ queryKey: query.queryKey });
      // A page says that it could not be had, and is mended unseen; asking here, it would flicker.
      if (cached?.isActive() && cached.state.status === "error" && !cached.state.data) {
        throw cached.state.error;
      }
      const { position, version } = await queries.ensureQueryData(query);
      // An earlier version of the app stored libraries without a position.
      return position ?? String(version);
    },
    receive: (change: LibraryChange) => {
      receiveChange(queries, uid, change);
      catchUpTo(change.version);
    },
    replace: (now: UserLibrary) => {
      library.goBackTo(now.version);
      queries.setQueryData(query.queryKey, now);
      list.goBackTo(now.version);
      const { queryKey } = listQuery(uid);
      // A copy that is ahead of the server would stay so.
      if ((list.version() ?? 0) > now.version) queries.resetQueries({ queryKey, exact: true });
      list.catchUpTo(now.version);
    },
    stop: () => {
      library.stop();
      list.stop();
    },
  };
}

export type Replica = ReturnType<typeof createReplica>;
