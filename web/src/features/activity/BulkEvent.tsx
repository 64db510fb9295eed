import { useInfiniteQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, type SVGProps, useMemo, useState } from "react";
import type { changesQuery, ListEvent, Preferences } from "@/api/list";
import { Button } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { Spinner } from "@/ui/Spinner";
import { Event, Where } from "./Event";

interface Props {
  uid: string;
  preferences: Preferences;
  /** The last of the changes that were written at once. */
  event: ListEvent;
  icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }>;
  /** A label for the collapsed group, with the titles that it shows. */
  label: string;
  of: string;
  /** The text of the change, and of its present state. */
  children: ReactNode;
  actions?: ReactNode;
  titles: ReturnType<typeof changesQuery>;
}

/** A bulk edit: one entry, which expands. */
export function BulkEvent({ uid, preferences, event, label, of, children, ...props }: Props) {
  const [open, setOpen] = useState(false);
  const { icon: Icon, actions, titles } = props;
  return (
    <li aria-label={label} className="py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-md bg-raised">
          <Icon aria-hidden="true" size={22} />
        </span>
        <div className="min-w-0 flex-1 basis-56">
          {children}
          <Where event={event} uid={uid} preferences={preferences} withCause={false} />
        </div>
        <div className="flex flex-wrap gap-2">
          {actions}
          <Button
            variant="outline"
            aria-expanded={open}
            aria-label={`${open ? "Fold" : "Show titles"}: ${of}`}
            onClick={() => setOpen(!open)}
          >
            {open ? "Fold" : "Show titles"}
          </Button>
        </div>
      </div>
      {open && <Titles uid={uid} preferences={preferences} titles={titles} />}
    </li>
  );
}

/** Titles that show at first, and so many more each time: as many as come at once. */
const SOME = 50;

/** The changes of each title, in pages. The heading says why for all of them. */
function Titles({ uid, preferences, titles }: Pick<Props, "uid" | "preferences" | "titles">) {
  const query = useInfiniteQuery(titles);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch } = query;
  // All that came before at once would hold up the page.
  const [limit, setLimit] = useState(SOME);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  if (error) return <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />;
  if (!items) return <Spinner text="Loading ..." />;
  const showMore = () => {
    setLimit(limit + SOME);
    if (items.length < limit + SOME && hasNextPage) void query.fetchNextPage();
  };
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-l-2 border-line pl-4">
        {items.slice(0, limit).map((each) => (
          <Event
            key={each.event}
            event={each}
            uid={uid}
            preferences={preferences}
            withCause={false}
          />
        ))}
      </ul>
      {(items.length > limit || hasNextPage) && (
        <Button
          variant="outline"
          className="mt-3 ml-4"
          busy={isFetchingNextPage}
          onClick={() => isFetchingNextPage || showMore()}
        >
          Show more of these
        </Button>
      )}
    </>
  );
}
