import { Button } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { ShowMore } from "@/ui/ShowMore";
import AsOf from "../AsOf";
import { GridSkeleton } from "../Grid";
import { PlacedGrid } from "../PlacedGrid";
import type { Chip } from "./chips";
import type { useBrowse } from "./useBrowse";

interface Props {
  browsed: ReturnType<typeof useBrowse>;
  chips: readonly Chip[];
  onChip: (chip: Chip) => void;
  onClear: () => void;
  onRetry: () => void;
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** Classes of the columns: beside the filters there is room for fewer. */
const BESIDE_FILTERS =
  "grid-cols-1 min-[28rem]:grid-cols-2 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-3 xl:grid-cols-5";
/** Cards in a row on the widest screens. */
const ROW = 5;

/** The cards, or what there is to say in their place. */
export function Results({ browsed, chips, onChip, onClear, onRetry, ...watchlist }: Props) {
  const { first, items, stale, error } = browsed;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PlacedGrid
        place={browsed.place}
        missing={browsed.missing}
        items={items}
        stale={stale}
        columns={BESIDE_FILTERS}
        row={ROW}
        {...watchlist}
      />
      {error && <FailureNotice error={error} onRetry={onRetry} retrying={browsed.retrying} />}
      {!first && !browsed.place.style && <GridSkeleton columns={BESIDE_FILTERS} />}
      {first && items.length === 0 && (
        <NothingLeft chips={chips} onChip={onChip} onClear={onClear} />
      )}
      {first && items.length > 0 && (
        <ShowMore
          shown={items.length}
          total={first.total}
          fetching={browsed.fetchingMore}
          onMore={browsed.more}
          nextPath={browsed.nextPath}
        />
      )}
      {first && <AsOf asOf={first.as_of} source={first.source} />}
    </div>
  );
}

/** Says that no title is left, with a button for each way out. */
function NothingLeft({ chips, onChip, onClear }: Pick<Props, "chips" | "onChip" | "onClear">) {
  if (chips.length === 0) return <p>There is nothing to browse yet. Please look again later.</p>;
  return (
    <div className="grid max-w-text justify-items-start gap-4 rounded-lg border border-line bg-surface px-6 py-10">
      <h2 className="text-lg">No anime matches all of these filters.</h2>
      {chips.length > 1 && (
        <>
          <p className="text-muted">Try it without one of them:</p>
          <ul className="flex flex-wrap gap-2">
            {chips.map((chip) => (
              <li key={chip.label}>
                <Button variant="outline" onClick={() => onChip(chip)}>
                  Remove “{chip.label}”
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button onClick={onClear}>Clear all filters</Button>
    </div>
  );
}
