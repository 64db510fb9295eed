import type { ComponentProps } from "react";
import { Grid, GridSkeleton } from "./Grid";
import type { useScrollRestoration } from "./useScrollRestoration";

interface Props extends ComponentProps<typeof Grid> {
  place: ReturnType<typeof useScrollRestoration>;
  /** Number of pages that have yet to come before the reader is back. */
  missing: number;
}

/** The cards of a list that grows; skeletons where a returning reader's are still on their way. */
export function PlacedGrid({ place, missing, ...grid }: Props) {
  return (
    <div ref={place.box} style={place.style} className="grid content-start gap-8 empty:hidden">
      {grid.items.length > 0 && <Grid {...grid} />}
      {place.style && <GridSkeleton columns={grid.columns} pages={missing} />}
    </div>
  );
}
