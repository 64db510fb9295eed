import { useState } from "react";
import type { ListEvent, Preferences } from "@/api/list";
import { titleCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import { verbs } from "./bulk-changes";
import { Event, What, Where } from "./Event";
import { UndoButton } from "./UndoButton";

interface Props {
  /** The changes of one action. */
  events: readonly [ListEvent, ...ListEvent[]];
  uid: string;
  preferences: Preferences;
}

/** The changes of one action: a single title, or a group that expands. */
export function EventGroup({ events, uid, preferences }: Props) {
  const [open, setOpen] = useState(false);
  const [event] = events;
  if (events.length === 1) return <Event event={event} uid={uid} preferences={preferences} />;
  const titles = titleCount(events.length);
  // The former values differ by title.
  const changes = event.changes.map((change) => ({ ...change, old: null }));
  const isSame = events.every((each) => sameValues(each, event));
  return (
    <li className="py-4">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {titles} {verbs[event.kind]}
          </p>
          {event.kind === "edited" && isSame && (
            <What event={{ ...event, changes }} scale={preferences.score_scale} />
          )}
          <Where event={events.at(-1) ?? event} uid={uid} preferences={preferences} />
        </div>
        {/* More of a restore may be on pages that are not there yet; the list before it has all of them. */}
        {event.cause !== "restore" && (
          <UndoButton
            events={events}
            uid={uid}
            of={titles}
            label={`${titles} ${verbs[event.kind]}`}
          />
        )}
        <Button variant="outline" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Close" : `Show ${titles}`}
        </Button>
      </div>
      {open && (
        <ul className="mt-2 divide-y divide-line border-l-2 border-line pl-4">
          {events.map((each) => (
            <Event key={each.event} event={each} uid={uid} preferences={preferences} />
          ))}
        </ul>
      )}
    </li>
  );
}

const sameValues = (one: ListEvent, other: ListEvent) =>
  one.changes.every((change, index) => change.new === other.changes[index]?.new);
