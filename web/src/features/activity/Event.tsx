import { memo } from "react";
import { Link } from "wouter";
import { useImport } from "@/api/imports";
import type { ListEvent, Preferences } from "@/api/list";
import { deviceName } from "@/lib/device";
import { importPath } from "@/lib/imports";
import { changeLine } from "@/lib/list/change-text";
import { displayTitle } from "@/lib/names";
import { timeText } from "@/lib/time-text";
import { useTitleLanguage } from "@/lib/title-language";
import { Poster } from "@/ui/Poster";
import { justBefore } from "./bulk-changes";
import { earlierText } from "./days";
import { LostNotes } from "./LostNotes";
import { causeText } from "./texts";
import { UndoButton } from "./UndoButton";

interface Props {
  event: ListEvent;
  uid: string;
  preferences: Preferences;
  /** Whether the cause of the change shows. */
  withCause?: boolean;
}

const pill = "rounded-full border border-line px-2.5 py-0.5";

const kindTexts = { added: "Added to your list", edited: null, removed: "Removed from your list" };

/** One change: what, when, where and why, and the way to undo it. Of many that show, few change. */
export const Event = memo(function Event({ event, uid, preferences, withCause = true }: Props) {
  useTitleLanguage();
  const title = displayTitle(event);
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
        <LostNotes event={event} title={title} />
        <Where event={event} uid={uid} preferences={preferences} withCause={withCause} />
      </div>
      <UndoButton
        events={[event]}
        uid={uid}
        of={`“${title}”`}
        label={`${title}, ${timeText(event.at, preferences.time_zone)}`}
      />
    </li>
  );
});

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

export function Where({ event, uid, preferences, withCause = true }: Props) {
  const { at, made_at, device } = event;
  const earlier = made_at && earlierText(made_at, at);
  const cause = withCause && causeText(event, preferences.time_zone);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <time dateTime={at}>{timeText(at, preferences.time_zone)}</time>
      {earlier && <span>made {earlier} earlier, offline</span>}
      {device && <span>{deviceName(device)}</span>}
      <Link
        href={`/activity?at=${justBefore(at)}`}
        // The page is the same, so it would stay where it is.
        onClick={() => scrollTo(0, 0)}
        className="underline underline-offset-4 hover:text-text"
      >
        List before this
      </Link>
      {cause && <span className={pill}>{cause}</span>}
      {withCause && event.import && <ImportLink uid={uid} id={Number(event.import)} />}
    </p>
  );
}

/** A link to the import that a change is of, by its file's name. */
function ImportLink({ uid, id }: { uid: string; id: number }) {
  const name = useImport(uid, id).found?.name;
  return (
    <Link
      href={importPath(id)}
      className={`${pill} max-w-full truncate underline-offset-4 hover:border-text hover:underline`}
    >
      {name ? `Import of ${name}` : "Import"}
    </Link>
  );
}
