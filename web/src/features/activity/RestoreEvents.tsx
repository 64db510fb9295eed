import { type ListEvent, type Preferences, restoreActivityQuery } from "@/api/list";
import { titleCount } from "@/lib/format";
import { HistoryIcon } from "@/ui/late-icons";
import { BulkEvent } from "./BulkEvent";
import { causeText } from "./texts";

interface Props {
  /** The last of the changes that were written at once. */
  event: ListEvent;
  uid: string;
  preferences: Preferences;
}

/** The changes of a restore: one entry, which expands. The list before it undoes all of it. */
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
