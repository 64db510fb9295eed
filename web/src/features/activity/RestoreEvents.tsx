import { type ListEvent, type Preferences, restoreActivityQuery } from "@/api/list";
import { titleCount } from "@/lib/format";
import { HistoryIcon } from "@/ui/late-icons";
import { BulkEvent } from "./BulkEvent";
import { causeText } from "./texts";

interface Props {
  /** The last of those that were written at once. */
  event: ListEvent;
  uid: string;
  preferences: Preferences;
}

/** What a restore has changed: one entry, which unfolds. The list before it takes all of it back. */
export function RestoreEvents({ event, uid, preferences }: Props) {
  const done = causeText(event, preferences.time_zone) ?? "";
  return (
    <BulkEvent
      uid={uid}
      preferences={preferences}
      event={event}
      icon={HistoryIcon}
      label={done}
      of={done}
      titles={restoreActivityQuery(uid, event.event)}
    >
      <p className="font-semibold">
        {done}: {titleCount(event.together)}
      </p>
    </BulkEvent>
  );
}
