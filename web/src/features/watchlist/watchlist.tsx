import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";

/** The visitor's watchlist, as far as a page of the catalogue needs it. */
export interface Watchlist {
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/**
 * Where the code that keeps the library, which comes late, puts the watchlist. The value of a context must not change
 * while code is on the way: React would drop what the server rendered below it. So the store stays, and pages subscribe.
 */
interface WatchlistStore {
  set: (watchlisted: Watchlist["watchlisted"]) => void;
  /** Sets the function that toggles a title, and calls it first for what was pressed before. */
  connect: (toggle: Watchlist["onToggleWatchlist"]) => void;
  subscribe: (onChange: () => void) => () => void;
  getSnapshot: () => Watchlist;
  getServerSnapshot: () => Watchlist;
}

function createStore(): WatchlistStore {
  const early: number[] = [];
  const listeners = new Set<() => void>();
  let toggle = (malId: number) => {
    early.push(malId);
  };
  const onToggleWatchlist = (malId: number) => toggle(malId);
  const empty: Watchlist = { watchlisted: () => false, onToggleWatchlist };
  let now = empty;
  return {
    set: (watchlisted) => {
      now = { watchlisted, onToggleWatchlist };
      for (const listener of listeners) listener();
    },
    connect: (next) => {
      toggle = next;
      early.splice(0).forEach(next);
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    getSnapshot: () => now,
    getServerSnapshot: () => empty,
  };
}

const StoreContext = createContext<WatchlistStore>(createStore());

/** The watchlist. Until its code is there nothing is on it, and what is pressed waits. */
export function useWatchlist(): Watchlist {
  const { subscribe, getSnapshot, getServerSnapshot } = useWatchlistStore();
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
}

export function useWatchlistStore(): WatchlistStore {
  return useContext(StoreContext);
}

export function WatchlistProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  return <StoreContext value={store}>{children}</StoreContext>;
}
