import { createContext, type ReactNode, useContext, useState } from "react";

/** The visitor's watchlist, as far as a page of the catalogue needs it. */
export interface Watchlist {
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** Where the code that keeps the library, which comes late, puts the watchlist. */
interface Slot {
  /** Toggles that were pressed before that code was there, in their order. */
  early: number[];
  /** Does what is pressed where the watchlist of before that code still shows: at first it waits. */
  press: (malId: number) => void;
  put: (watchlist: Watchlist) => void;
}

const nothing = () => {};
const isListed = () => false;
const SlotContext = createContext<Slot>({ early: [], press: nothing, put: nothing });
const WatchlistContext = createContext<Watchlist>({
  watchlisted: isListed,
  onToggleWatchlist: nothing,
});

/** The watchlist. Until its code is there nothing is on it, and what is pressed waits. */
export function useWatchlist(): Watchlist {
  return useContext(WatchlistContext);
}

export function useWatchlistSlot(): Slot {
  return useContext(SlotContext);
}

export function WatchlistProvider({ children }: { children: ReactNode }) {
  const [slot] = useState<Slot>(() => {
    const early: number[] = [];
    return { early, press: (malId) => early.push(malId), put: nothing };
  });
  const [watchlist, put] = useState<Watchlist>({
    watchlisted: isListed,
    onToggleWatchlist: (malId) => slot.press(malId),
  });
  slot.put = put;
  return (
    <SlotContext value={slot}>
      <WatchlistContext value={watchlist}>{children}</WatchlistContext>
    </SlotContext>
  );
}
