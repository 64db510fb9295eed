import { type ReactNode, useState } from "react";
import type { ListItem, Status } from "@/api/list";
import { formatCount, titleCount } from "@/lib/format";
import { progressText } from "@/lib/list/change-messages";
import { usePreferences } from "@/lib/list/preferences";
import { scoreText } from "@/lib/list/score-text";
import { statuses, statusNames } from "@/lib/list/statuses";
import { useTitleLanguage } from "@/lib/title-language";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { RetryIcon } from "@/ui/late-icons";
import { SettledSelect } from "@/ui/SettledSelect";
import { type Compared, restoring, wouldChange } from "./compare";
import { PastEntry } from "./PastEntry";
import { listed, nowAndThen } from "./texts";
import { useRestore } from "./useRestore";

interface Props {
  uid: string;
  /** The instant, as the API takes it; `text` is the same for people. */
  at: string;
  text: string;
  compared: Compared;
  /** Whether the list of another day is on its way. */
  stale: boolean;
}

/** The list as it was on a day, and what is different now. */
export function ListAtDate({ uid, at, text, compared, stale }: Props) {
  const { then, gone, changed, added } = compared;
  const scale = usePreferences().score_scale;
  useTitleLanguage();
  const { restore, busy } = useRestore(uid, at, text);
  const all = wouldChange(compared, null);
  const one = (item: ListItem) => restore({ mal_ids: [item.mal_id] });
  return (
    <div
      aria-busy={stale}
      className={`grid max-w-4xl gap-10 transition-opacity ${stale ? "opacity-50" : ""}`}
    >
      <div className="grid gap-4">
        <p role="status" className="max-w-text text-lg">
          On {text} you had <strong>{titleCount(then.length)}</strong> on your list.{" "}
          {all === 0 ? "It is the same today." : since(compared)}
        </p>
        {all > 0 && <RestoreMany compared={compared} text={text} busy={busy} onRestore={restore} />}
      </div>
      <Part heading="Gone since then" items={gone}>
        {(item) => (
          <PastEntry key={item.mal_id} item={item} label="Bring back" busy={busy} onRestore={one}>
            {statusNames[item.status]}, {progressText(item.progress, item.episodes)} episodes
            {item.score !== null && `, score ${scoreText(item.score, scale)}`}
          </PastEntry>
        )}
      </Part>
      <Part heading="Different now" items={changed}>
        {({ item, changes }) => (
          <PastEntry key={item.mal_id} item={item} label="Restore" busy={busy} onRestore={one}>
            {changes.map((change) => nowAndThen(change, scale)).join(" · ")}
          </PastEntry>
        )}
      </Part>
      <Part heading="Added since then" items={added}>
        {(item) => (
          <PastEntry key={item.mal_id} item={item} label="Take off" busy={busy} onRestore={one}>
            {statusNames[item.status]}
          </PastEntry>
        )}
      </Part>
    </div>
  );
}

/** What differs, in words: "Since then 2 titles are gone, 1 is different, and 3 were added." */
function since({ gone, changed, added }: Compared): string {
  return `Since then ${listed([
    gone.length > 0 && `${titleCount(gone.length)} ${gone.length === 1 ? "is" : "are"} gone`,
    changed.length > 0 &&
      `${titleCount(changed.length)} ${changed.length === 1 ? "is" : "are"} different`,
    added.length > 0 && `${titleCount(added.length)} ${added.length === 1 ? "was" : "were"} added`,
  ])}.`;
}

/** Number of titles at first, and of those that each press adds. */
const SOME = 50;

interface PartProps<Of> {
  heading: string;
  items: readonly Of[];
  children: (item: Of) => ReactNode;
}

function Part<Of>({ heading, items, children }: PartProps<Of>) {
  const [limit, setLimit] = useState(SOME);
  if (items.length === 0) return null;
  return (
    <section>
      <h2 className="text-lg">
        {heading}{" "}
        <span className="text-sm text-muted tabular-nums">{formatCount(items.length)}</span>
      </h2>
      <ul className="mt-2 divide-y divide-line">{items.slice(0, limit).map(children)}</ul>
      {items.length > limit && (
        <Button variant="outline" className="mt-4" onClick={() => setLimit(limit + SOME)}>
          Show more
        </Button>
      )}
    </section>
  );
}

interface ManyProps {
  compared: Compared;
  text: string;
  busy: boolean;
  onRestore: (what: { status?: Status }) => void;
}

/** Restores the whole list, or the titles that had one status, once the user has confirmed it. */
function RestoreMany({ compared, text, busy, onRestore }: ManyProps) {
  const [confirming, setConfirming] = useState<Status | "all" | null>(null);
  // A day before the list began must not be offered for a restore.
  const empties = compared.then.length === 0;
  const offered = statuses.flatMap((status) => {
    const changes = wouldChange(compared, status);
    return changes === 0 ? [] : [{ value: status, label: `${statusNames[status]} (${changes})` }];
  });
  const confirm = () => {
    onRestore(confirming === null || confirming === "all" ? {} : { status: confirming });
    setConfirming(null);
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Button
        variant={empties ? "outline" : "primary"}
        busy={busy}
        onClick={() => busy || setConfirming("all")}
      >
        <RetryIcon aria-hidden="true" size={18} />
        {empties ? "Empty the list" : "Restore the whole list"}
      </Button>
      {offered.length > 0 && (
        <div className="w-60">
          <SettledSelect
            label="Restore those of one status"
            hidden
            value=""
            options={[{ value: "", label: "Only those that were …", disabled: true }, ...offered]}
            onChange={(status) => setConfirming(status as Status)}
          />
        </div>
      )}
      {confirming !== null && (
        <Dialog title={dialogTitle(compared, confirming)} onClose={() => setConfirming(null)}>
          <p>{effect(compared, confirming, text)} Nothing is lost: you can take it back.</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={() => setConfirming(null)}>
              Not now
            </Button>
            <Button onClick={confirm}>{empties ? "Empty it" : "Restore"}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function dialogTitle(compared: Compared, scope: Status | "all"): string {
  if (scope !== "all") return `Restore ${titleCount(wouldChange(compared, scope))}?`;
  // Not all that changes is restored: what was added since goes.
  return compared.then.length === 0 ? "Empty the list?" : "Restore the whole list?";
}

/** "Your list will be as it was on 14 March 2026: 462 titles added since will be removed and 18 titles …" */
function effect(compared: Compared, scope: Status | "all", day: string): string {
  const { removed, back, changed } = restoring(compared, scope === "all" ? null : scope);
  const what =
    scope === "all"
      ? `Your list will be as it was on ${day}`
      : `What was “${statusNames[scope]}” on ${day} will be as it was then`;
  return `${what}: ${listed([
    removed > 0 && `${titleCount(removed)} added since will be removed`,
    back > 0 && `${titleCount(back)} will come back`,
    changed > 0 &&
      `${titleCount(changed)} will get ${changed === 1 ? "its" : "their"} former values back`,
  ])}.`;
}
