import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

/** The visitor's watchlist, as far as a page of the catalogue needs it. */
export interface Watchlist {
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** Where the code that keeps the library, which comes late, puts the watchlist. */
interface Slot {
  /** Toggles that were pressed before that code was there, in their order. */
  early: number[];
  put: (watchlist: Watchlist) => void;
}

const SlotContext = createContext<Slot>({ early: [], put: () => {} });
const WatchlistContext = createContext<Watchlist>({
  watchlisted: () => false,
  onToggleWatchlist: () => {},
});

/** The watchlist. Until its code is there nothing is on it, and what is pressed waits. */
export function useWatchlist(): Watchlist {
  return useContext(WatchlistContext);
}

export function useWatchlistSlot(): Slot {
  return useContext(SlotContext);
}

export function WatchlistProvider({ children }: { children: ReactNode }) {
  const slot = useMemo<Pick<Slot, "early">>(() => ({ early: [] }), []);
  const [watchlist, put] = useState<Watchlist>(() => ({
    watchlisted: () => false,
    onToggleWatchlist: (malId) => slot.early.push(malId),
  }));
  return (
    <SlotContext value={useMemo(() => ({ ...slot, put }), [slot])}>
      <WatchlistContext value={watchlist}>{children}</WatchlistContext>
    </SlotContext>
  );
}
