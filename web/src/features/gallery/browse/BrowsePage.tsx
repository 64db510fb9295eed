import { useId, useRef, useState } from "react";
import { failureCode } from "@/api/errors";
import { useRetryFailed } from "@/api/retry";
import type { BrowseFacets } from "@/api/types";
import { titleCount } from "@/lib/format";
import { Button, buttonClass } from "@/ui/Button";
import { FiltersIcon } from "@/ui/late-icons";
import { ActiveFilters } from "./ActiveFilters";
import { type Chip, chipsOf } from "./chips";
import { Filters } from "./Filters";
import { FiltersSkeleton } from "./FiltersSkeleton";
import { type BrowseQuery, unfiltered } from "./query";
import { Results } from "./Results";
import { SortBy } from "./SortBy";
import { useBrowse, useBrowseQuery } from "./useBrowse";

interface Props {
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** Filters beside what they let through; on small screens they open above it. */
export function BrowsePage(watchlist: Props) {
  const [query, setQuery] = useBrowseQuery();
  const browsed = useBrowse(query);
  const retry = useRetryFailed();
  const [open, setOpen] = useState(false);
  const panel = useId();
  const form = useId();
  const results = useRef<HTMLDivElement>(null);
  const refused = browsed.error !== null && failureCode(browsed.error) === "invalid_request";
  const chips = chipsOf(query, browsed.facets);
  const change = (other: BrowseQuery) => {
    setQuery(other);
    // A new list starts at its top, wherever the reader was before.
    if ((results.current?.getBoundingClientRect().top ?? 0) < 0) {
      results.current?.scrollIntoView({ block: "start", behavior: "instant" });
    }
  };
  const focusCount = () =>
    results.current?.querySelector<HTMLElement>("[role=status]")?.focus({ preventScroll: true });
  // The pressed button disappears: the focus moves to the line with the number of results.
  const remove = (chip: Chip) => {
    change(chip.without);
    focusCount();
  };
  const clear = () => {
    change(unfiltered(query));
    focusCount();
  };
  const showResults = () => {
    setOpen(false);
    focusCount();
  };

  return (
    <section aria-labelledby="browse-heading" className="page py-8 sm:py-12">
      <h1 id="browse-heading" className="text-2xl">
        Browse Anime
      </h1>
      <div className="mt-6 grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <Button
          variant="outline"
          aria-expanded={open}
          aria-controls={panel}
          className="noscript:hidden lg:hidden"
          onClick={() => setOpen(!open)}
        >
          <FiltersIcon aria-hidden="true" size={18} />
          {chips.length > 0 ? `Filters (${chips.length})` : "Filters"}
        </Button>
        <Button
          variant="outline"
          className="sr-only focus:not-sr-only max-lg:hidden lg:col-span-2"
          onClick={focusCount}
        >
          Skip the filters
        </Button>
        <section
          id={panel}
          aria-label="Filters"
          className={`${open ? "" : "hidden"} noscript:block lg:sticky lg:top-[calc(var(--spacing-bar)+1rem)] lg:-mx-2 lg:block lg:max-h-[calc(100vh-var(--spacing-bar)-2rem)] lg:overflow-y-auto lg:px-2 lg:pb-6`}
        >
          <FilterForm id={form} facets={browsed.facets} query={query} onQuery={change} />
          <div className="noscript:hidden sticky bottom-0 mt-4 bg-bg py-3 lg:hidden">
            <Button className="w-full" onClick={showResults}>
              {browsed.first ? `Show ${titleCount(browsed.first.total)}` : "Show titles"}
            </Button>
          </div>
        </section>
        <div ref={results} className="grid scroll-mt-(--spacing-bar) grid-cols-1 gap-6">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p role="status" tabIndex={-1} className="text-muted">
              {browsed.first && !browsed.error ? titleCount(browsed.first.total) : ""}
            </p>
            <SortBy form={form} sort={query.sort} onSort={(sort) => change({ ...query, sort })} />
          </div>
          <ActiveFilters chips={chips} onChip={remove} onClear={clear} />
          <Results
            browsed={browsed}
            chips={chips}
            onChip={remove}
            onClear={clear}
            onRetry={refused ? browsed.restart : retry}
            {...watchlist}
          />
        </div>
      </div>
    </section>
  );
}

interface FilterFormProps {
  id: string;
  facets: BrowseFacets | null;
  query: BrowseQuery;
  onQuery: (query: BrowseQuery) => void;
}

/** The filters; where no scripts run, they are sent by a button. */
function FilterForm({ id, facets, query, onQuery }: FilterFormProps) {
  if (!facets) return <FiltersSkeleton />;
  return (
    <form id={id} action="/browse" onSubmit={(event) => event.preventDefault()}>
      <Filters facets={facets} query={query} onQuery={onQuery} />
      <noscript>
        {import.meta.env.SSR && (
          <button type="submit" className={buttonClass("primary", "mt-4 w-full")}>
            Show titles
          </button>
        )}
      </noscript>
    </form>
  );
}
