import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useMemo } from "react";
import { importsQuery, type ListImport } from "@/api/imports";
import { type ListItem, listAtQuery, recentActivityQuery } from "@/api/list";
import { useRefetchOnChange } from "@/lib/library/useRefetchOnChange";
import { todayIn, usePreferences } from "@/lib/list/preferences";
import { useAnimeList } from "@/lib/list/useAnimeList";
import { timeText } from "@/lib/time-text";
import { FailureNotice } from "@/ui/FailureNotice";
import { Spinner } from "@/ui/Spinner";
import {
  type BulkChange,
  bulkChanges,
  bulkChangeText,
  isBig,
  justBefore,
  lastLoss,
} from "./bulk-changes";
import { compare } from "./compare";
import { DayChoice, type Offered } from "./DayChoice";
import {
  addDays,
  dayHeading,
  daysBetween,
  dayText,
  earlier,
  endOf,
  isDay,
  isInstant,
} from "./days";
import { ListAtDate } from "./ListAtDate";

interface Props {
  uid: string;
  /** The instant or day, as the page's address has it. */
  at: string;
  onAt: (at: string) => void;
}

/** The largest number of big changes that are offered. */
const OFFERED = 6;

/** The list as it was at a time, what is different now, and the way back. */
export function TimeMachine({ uid, at, onAt }: Props) {
  const recent = useQuery(recentActivityQuery(uid));
  const bulk = useMemo(() => bulkChanges(recent.data ?? []), [recent.data]);
  useRefetchOnChange(uid, recent.refetch);
  const loss = at === "" ? lastLoss(bulk) : null;
  // Without a time the view looks for the last loss, and stays there whatever is lost meanwhile.
  const target = loss ? justBefore(loss.at) : at;
  const goThere = useEffectEvent(() => target !== at && onAt(target));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known
  useEffect(() => void goThere(), [target]);
  if (at === "" && recent.isPending) return <Spinner text="Loading ..." />;
  return <ListAt uid={uid} at={target} bulk={bulk} onAt={onAt} />;
}

function ListAt({ uid, at, bulk, onAt }: Props & { bulk: readonly BulkChange[] }) {
  const { time_zone: zone } = usePreferences();
  const today = todayIn(zone);
  const { day, time, when, text } = whenOf(at, today, zone);
  const instant = isInstant(when) ? when : endOf(when, zone);
  const deferredInstant = useDeferredValue(instant);
  const then = useQuery({
    ...listAtQuery(uid, deferredInstant),
    placeholderData: keepPreviousData,
  });
  const now = useAnimeList();
  const compared = useMemo(
    () => then.data && now.items && compare(then.data.items, now.items),
    [then.data, now.items],
  );
  const first = useMemo(
    () => firstDay([...(now.items ?? []), ...(then.data?.items ?? [])], addDays(today, -365), zone),
    [now.items, then.data, today, zone],
  );
  const { data: imports } = useInfiniteQuery(importsQuery(uid));
  const bigChanges = useMemo(
    () => offered(bulk, imports, today, zone),
    [bulk, imports, today, zone],
  );
  const error = then.error ?? now.error;
  return (
    <div className="grid gap-8">
      <DayChoice
        day={day}
        time={time}
        at={when}
        first={earlier(first, day)}
        today={today}
        zone={zone}
        bigChanges={bigChanges}
        onAt={onAt}
      />
      {compared && !then.error ? (
        <ListAtDate
          uid={uid}
          at={deferredInstant}
          text={text}
          compared={compared}
          stale={then.isPlaceholderData || instant !== deferredInstant}
        />
      ) : error ? (
        <FailureNotice error={error} onRetry={() => then.refetch()} retrying={then.isFetching} />
      ) : (
        <Spinner text="Loading ..." />
      )}
    </div>
  );
}

function offered(
  bulk: readonly BulkChange[],
  imports: readonly ListImport[] | undefined,
  today: string,
  zone: string | null,
): Offered[] {
  const nameOf = (of: number) => imports?.find(({ id }) => id === of)?.name;
  const loss = lastLoss(bulk);
  const shown = bulk.filter((change) => change === loss || isBig(change)).slice(0, OFFERED);
  return shown.map((change) => {
    const day = todayIn(zone, new Date(change.at));
    const when = `${dayHeading(day, today)}, ${timeText(change.at, zone)}`;
    return { at: justBefore(change.at), day, text: bulkChangeText(change, nameOf), when };
  });
}

/** Returns the moment of an address: the end of a day or an instant; yesterday by default. */
function whenOf(at: string, today: string, zone: string | null) {
  if (isInstant(at)) {
    const day = todayIn(zone, new Date(at));
    const time = timeText(at, zone);
    return { day, time, when: at, text: `${dayText(day)}, ${time}` };
  }
  const day = isDay(at) && daysBetween(at, today) >= 0 ? at : addDays(today, -1);
  return { day, time: "", when: day, text: dayText(day) };
}

/** The day on which the oldest of the titles came; `latest` at the latest, for a list may have been lost whole. */
function firstDay(items: readonly ListItem[], latest: string, zone: string | null): string {
  const first = items.reduce((at, { added_at }) => earlier(at, added_at), new Date().toISOString());
  return earlier(latest, todayIn(zone, new Date(first)));
}
