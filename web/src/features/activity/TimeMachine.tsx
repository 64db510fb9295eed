import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { type ListItem, listThenQuery } from "@/api/list";
import { todayIn, usePreferences } from "@/lib/list/preferences";
import { useAnimeList } from "@/lib/list/useAnimeList";
import { FailureNotice } from "@/ui/FailureNotice";
import { Spinner } from "@/ui/Spinner";
import { compare } from "./compare";
import { DayChoice } from "./DayChoice";
import { addDays, daysBetween, dayText, earlier, isDay, isInstant, timeText } from "./days";
import { Then } from "./Then";

interface Props {
  uid: string;
  /** As the address has it. */
  at: string;
  onDay: (day: string) => void;
}

/** The list as it was on a day, what is different now, and the way back. */
export function TimeMachine({ uid, at, onDay }: Props) {
  const { time_zone } = usePreferences();
  const today = todayIn(time_zone);
  const { day, when, text } = whenOf(at, today, time_zone);
  const asked = useDeferredValue(when);
  const then = useQuery({ ...listThenQuery(uid, asked), placeholderData: keepPreviousData });
  const now = useAnimeList();
  const compared = useMemo(
    () => then.data && now.items && compare(then.data.items, now.items),
    [then.data, now.items],
  );
  const first = useMemo(
    () => firstDay([...(now.items ?? []), ...(then.data?.items ?? [])], addDays(today, -365)),
    [now.items, then.data, today],
  );
  const error = then.error ?? now.error;
  return (
    <div className="grid gap-8">
      <DayChoice day={day} first={earlier(first, day)} today={today} onDay={onDay} />
      {compared && !then.error ? (
        <Then
          uid={uid}
          at={asked}
          text={text}
          compared={compared}
          stale={then.isPlaceholderData || when !== asked}
        />
      ) : error ? (
        <FailureNotice error={error} onRetry={() => then.refetch()} retrying={then.isFetching} />
      ) : (
        <Spinner text="Loading ..." />
      )}
    </div>
  );
}

/** What the address means: the end of a day, or an instant; yesterday, if nothing. */
function whenOf(at: string, today: string, zone: string | null) {
  if (isInstant(at)) {
    const day = todayIn(zone, new Date(at));
    return { day, when: at, text: `${dayText(day)}, ${timeText(at, zone)}` };
  }
  const day = isDay(at) && daysBetween(at, today) >= 0 ? at : addDays(today, -1);
  return { day, when: day, text: dayText(day) };
}

/** The day on which the oldest of the titles came; `latest` at the latest, for a list may have been lost whole. */
function firstDay(items: readonly ListItem[], latest: string): string {
  return items.reduce((day, { added_at }) => earlier(day, added_at.slice(0, 10)), latest);
}
