import { useInfiniteQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, type SVGProps, useState } from "react";
import type { changesQuery, ListEvent, Preferences } from "@/api/list";
import { Button } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { Spinner } from "@/ui/Spinner";
import { Event, Where } from "./Event";

interface Props {
  uid: string;
  preferences: Preferences;
  /** The last of those that were written at once. */
  event: ListEvent;
  icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }>;
  /** What it is, for those who do not see its parts, and whose titles it shows. */
  label: string;
  of: string;
  /** What was done, and what has become of it. */
  children: ReactNode;
  actions?: ReactNode;
  titles: ReturnType<typeof changesQuery>;
}

/** What was done to many titles at once: one entry, which unfolds. */
export function Whole({ uid, preferences, event, label, of, children, ...props }: Props) {
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
          <Where
            event={{ ...event, cause: "hand", import: null }}
            uid={uid}
            preferences={preferences}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          {actions}
          <Button
            variant="outline"
            aria-expanded={open}
            aria-label={`${open ? "Fold" : "Show"} the titles: ${of}`}
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

/** Title by title, in parts. */
function Titles({ uid, preferences, titles }: Pick<Props, "uid" | "preferences" | "titles">) {
  const query = useInfiniteQuery(titles);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch } = query;
  if (error) return <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />;
  if (!data) return <Spinner text="Loading ..." />;
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-l-2 border-line pl-4">
        {data.pages.flatMap(({ items }) =>
          items.map((each) => (
            <Event key={each.event} event={each} uid={uid} preferences={preferences} />
          )),
        )}
      </ul>
      {hasNextPage && (
        <Button
          variant="outline"
          className="mt-3 ml-4"
          busy={isFetchingNextPage}
          onClick={() => isFetchingNextPage || query.fetchNextPage()}
        >
          Show more of these
        </Button>
      )}
    </>
  );
}
