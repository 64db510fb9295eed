import { type ReactNode, type RefObject, useId, useRef } from "react";
import type { SectionName } from "@/api/extras";
import { useRetryFailed } from "@/api/retry";
import { useHashScroll } from "@/lib/useHashScroll";
import { useNear } from "@/lib/useNear";
import { FailureNotice } from "@/ui/FailureNotice";
import { headingOf } from "./names";

/** The props that every section gets. */
export interface SectionProps {
  malId: number;
  /** Number of the section's items, as the title's own answer says. */
  count: number;
  /** Number of the section's items in each of its groups. */
  groups: readonly number[];
}

/**
 * How far outside the screen, in pixels, a section is near whose height hangs on its texts: they are mostly there before it is in
 * sight, so that nothing in sight moves.
 */
export const FROM_AFAR = 1800;

/** The place of a section, and whether the reader has come near it: its data are fetched then. */
export function usePlace(margin?: number) {
  const place = useRef<HTMLElement>(null);
  useHashScroll(place);
  return { place, near: useNear(place, margin) };
}

interface Props {
  name: SectionName;
  place: RefObject<HTMLElement | null>;
  query: { data: unknown; error: Error | null; isFetching: boolean };
  /** The text below the section's heading. */
  hint?: ReactNode;
  /** The placeholder of the content: it takes as much room. */
  skeleton: ReactNode;
  /** The section's content, once the data have loaded. */
  children: ReactNode;
}

/** A section of the title page whose data come once the reader is near. */
export function SectionFrame({ name, place, query, hint, skeleton, children }: Props) {
  const id = useId();
  const retry = useRetryFailed();
  const { data, error, isFetching } = query;
  return (
    <section
      ref={place}
      id={name}
      aria-labelledby={id}
      aria-busy={isFetching && !data}
      // The focus stays here where Retry, which had it, leaves the page
      tabIndex={-1}
      className="outline-none noscript:hidden"
    >
      <h2 id={id} className="text-xl">
        {headingOf(name)}
      </h2>
      {hint && <p className="mt-1 max-w-text text-sm text-muted">{hint}</p>}
      <div className="mt-4">
        {data ? (
          children
        ) : error ? (
          <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
        ) : (
          skeleton
        )}
      </div>
    </section>
  );
}
