import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "wouter";
import { activityQuery, type ListEvent, type Preferences } from "@/api/list";
import { useRefetchOnChange } from "@/lib/library/useRefetchOnChange";
import { todayIn, usePreferences } from "@/lib/list/preferences";
import { Button, buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { Spinner } from "@/ui/Spinner";
import { eachRestoreOnce, grouped } from "./bulk-changes";
import { dayHeading, weekHeading, weekOf } from "./days";
import { EventGroup } from "./EventGroup";
import { ImportEvents, importOf } from "./ImportEvents";
import { RestoreEvents } from "./RestoreEvents";

interface Props {
  uid: string;
}

/** Changes of the list, newest first, by day. */
export function Changes({ uid }: Props) {
  const activity = useInfiniteQuery(activityQuery(uid));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch } = activity;
  const events = useMemo(
    () => data && eachRestoreOnce(data.pages.flatMap(({ items }) => items)),
    [data],
  );
  useRefetchOnChange(uid, refetch);
  if (!events) {
    return error ? (
      <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />
    ) : (
      <Spinner text="Loading ..." />
    );
  }
  if (events.length === 0) return <Nothing />;
  return (
    <>
      {error && <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />}
      <Weeks events={events} uid={uid} />
      {hasNextPage && (
        <div className="mt-8 text-center">
          <Button
            variant="outline"
            busy={isFetchingNextPage}
            onClick={() => isFetchingNextPage || activity.fetchNextPage()}
          >
            Show older changes
          </Button>
        </div>
      )}
    </>
  );
}

type Day = { day: string; events: ListEvent[] };
type Week = { week: string; days: Day[] };

/** A section's key while newer changes arrive: after a clock was set back, a week may occur twice. */
const keyOf = (weeks: readonly Week[], at: number) =>
  `${weeks[at]?.week} ${weeks.slice(at).filter(({ week }) => week === weeks[at]?.week).length}`;

/** Groups the events of successive days by week. */
function inWeeks(events: readonly ListEvent[], { time_zone, week_start }: Preferences) {
  const weeks: Week[] = [];
  for (const event of events) {
    const day = todayIn(time_zone, new Date(event.at));
    const week = weekOf(day, week_start);
    let last = weeks.at(-1);
    if (last?.week !== week) {
      last = { week, days: [] };
      weeks.push(last);
    }
    const of = last.days.at(-1);
    if (of?.day === day) of.events.push(event);
    else last.days.push({ day, events: [event] });
  }
  return weeks;
}

function Weeks({ events, uid }: Props & { events: readonly ListEvent[] }) {
  const preferences = usePreferences();
  const today = todayIn(preferences.time_zone);
  const weeks = useMemo(() => inWeeks(events, preferences), [events, preferences]);
  return (
    <div className="grid max-w-4xl gap-10">
      {weeks.map(({ week, days }, index) => (
        <section key={keyOf(weeks, index)} className="grid gap-6">
          <p className="flex items-center gap-4 text-sm font-semibold text-muted after:h-px after:flex-1 after:bg-line">
            {weekHeading(week, today, preferences.week_start)}
          </p>
          {days.map(({ day, events: ofDay }) => (
            <section key={day} aria-label={dayHeading(day, today)}>
              <h2 className="text-lg">{dayHeading(day, today)}</h2>
              <ul className="mt-2 divide-y divide-line">
                {grouped(ofDay).map((events) => (
                  <AnyEvent
                    key={events[0].event}
                    events={events}
                    uid={uid}
                    preferences={preferences}
                  />
                ))}
              </ul>
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}

/** A group of changes, or a single change. */
function AnyEvent({ events, ...common }: Parameters<typeof EventGroup>[0]) {
  const [event] = events;
  if (importOf(event)) return <ImportEvents event={event} {...common} />;
  if (event.together > 1) return <RestoreEvents event={event} {...common} />;
  return <EventGroup events={events} {...common} />;
}

function Nothing() {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line px-6 py-14 text-center">
      <p className="text-lg font-semibold">Nothing has changed yet.</p>
      <p className="max-w-md text-muted">
        What you do to your list is noted here, so that you can take it back.
      </p>
      <Link href="/watchlist" className={buttonClass("outline", "mt-4")}>
        To your watchlist
      </Link>
    </div>
  );
}
