import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";

/** The visitor's watchlist, as far as a page of the catalogue needs it. */
export interface Watchlist {
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/**
 * Where the code that keeps the library, which comes late, puts the watchlist. A context's value must not change while
 * code is on the way: React would drop what the server rendered below it. So the slot stays, and pages subscribe to it.
 */
interface Slot {
  /** Toggles that were pressed before that code was there, in their order. */
  early: number[];
  /** Does what is pressed where the watchlist of before that code still shows: at first it waits. */
  press: (malId: number) => void;
  put: (watchlist: Watchlist) => void;
  subscribe: (onPut: () => void) => () => void;
  now: () => Watchlist;
  /** The watchlist that pages are hydrated with. */
  first: () => Watchlist;
}

function createSlot(): Slot {
  const early: number[] = [];
  const listeners = new Set<() => void>();
  const first: Watchlist = {
    watchlisted: () => false,
    onToggleWatchlist: (malId) => slot.press(malId),
  };
  let now = first;
  const slot: Slot = {
    early,
    press: (malId) => early.push(malId),
    put: (watchlist) => {
      now = watchlist;
      for (const listener of listeners) listener();
    },
    subscribe: (onPut) => {
      listeners.add(onPut);
      return () => listeners.delete(onPut);
    },
    now: () => now,
    first: () => first,
  };
  return slot;
}

const SlotContext = createContext<Slot>(createSlot());

/** The watchlist. Until its code is there nothing is on it, and what is pressed waits. */
export function useWatchlist(): Watchlist {
  const { subscribe, now, first } = useWatchlistSlot();
  return useSyncExternalStore(subscribe, now, first);
}

export function useWatchlistSlot(): Slot {
  return useContext(SlotContext);
}

export function WatchlistProvider({ children }: { children: ReactNode }) {
  const [slot] = useState(createSlot);
  return <SlotContext value={slot}>{children}</SlotContext>;
}
