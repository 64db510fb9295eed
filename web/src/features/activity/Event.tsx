import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { ListEvent, Preferences } from "@/api/list";
import { deviceName } from "@/lib/device";
import { fieldsText } from "@/lib/list/fields";
import { todayIn } from "@/lib/list/preferences";
import { undoEvent } from "@/lib/list/undo";
import { displayTitle } from "@/lib/names";
import { refusalOf } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { UndoIcon } from "@/ui/late-icons";
import { Poster } from "@/ui/Poster";
import { useToast } from "@/ui/toast";
import { dayText, timeText } from "./days";
import { justBefore } from "./moments";
import { causeText, changeLine } from "./texts";

interface Props {
  event: ListEvent;
  uid: string;
  preferences: Preferences;
}

const kindTexts = { added: "Added to your list", edited: null, removed: "Removed from your list" };

/** One change: what, when, where and why, and the way to take it back. */
export function Event({ event, uid, preferences }: Props) {
  const title = displayTitle(event);
  const { undo, busy } = useUndoEvent(uid, event.mal_id, title);
  return (
    <li className="flex items-start gap-4 py-4">
      <Poster
        malId={event.mal_id}
        src={event.image_url}
        sizes="48px"
        className="w-12! rounded-sm"
      />
      <div className="min-w-0 flex-1">
        <Link
          href={`/anime/${event.mal_id}`}
          className="line-clamp-2 font-semibold underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        <What event={event} scale={preferences.score_scale} />
        <Where event={event} preferences={preferences} />
      </div>
      {event.can_undo && (
        <Button
          variant="outline"
          busy={busy}
          className="max-sm:size-11 max-sm:px-0!"
          aria-label={`Undo: ${title}, ${timeText(event.at, preferences.time_zone)}`}
          onClick={() => busy || undo(event.event)}
        >
          {!busy && <UndoIcon aria-hidden="true" size={18} />}
          <span className="max-sm:hidden">Undo</span>
        </Button>
      )}
    </li>
  );
}

export function What({ event, scale }: { event: ListEvent; scale: Preferences["score_scale"] }) {
  const kind = kindTexts[event.kind];
  const lines = event.changes.flatMap((change) => {
    const text = changeLine(change, scale);
    return text === null ? [] : [{ text, ...change }];
  });
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
      {kind && <li>{kind}</li>}
      {!kind && lines.length === 0 && <li>Changed</li>}
      {lines.map(({ text, by_rule, overruled }) => (
        <li key={text} className={by_rule || overruled ? "text-muted" : ""}>
          {text}
          {by_rule && " (by itself)"}
          {overruled && " (not taken: a change that was made later stands)"}
        </li>
      ))}
    </ul>
  );
}

export function Where({ event, preferences }: Omit<Props, "uid">) {
  const { at, device } = event;
  const cause = causeText(event, (then) => dayText(todayIn(preferences.time_zone, new Date(then))));
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <time dateTime={at}>{timeText(at, preferences.time_zone)}</time>
      {device && <span>{deviceName(device)}</span>}
      <Link
        href={`/activity?at=${justBefore(at)}`}
        // The page is the same, so it would stay where it is.
        onClick={() => scrollTo(0, 0)}
        className="underline underline-offset-4 hover:text-text"
      >
        List before this
      </Link>
      {cause && <span className="rounded-full border border-line px-2.5 py-0.5">{cause}</span>}
    </p>
  );
}

/** Takes a change back; that is a change, too, and can be taken back. */
function useUndoEvent(uid: string, malId: number, title: string) {
  const queries = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const undo = async (event: number) => {
    setBusy(true);
    try {
      const { event: made, changed_since } = await undoEvent(queries, uid, malId, event);
      const since =
        changed_since.length > 0 ? ` Changed since, and left: ${fieldsText(changed_since)}.` : "";
      const done = made === null ? "Nothing was left to take back" : "Taken back";
      toast({
        message: `“${title}”: ${done}.${since}`,
        about: `watchlist ${malId}`,
        ...(made !== null && { action: { label: "Undo", onAct: () => undo(made) } }),
      });
    } catch (error) {
      toast({ message: refusalOf(error), tone: "failure" });
    }
    setBusy(false);
  };
  return { undo, busy };
}
