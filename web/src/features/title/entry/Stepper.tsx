import { type ComponentProps, type FormEvent, useId, useState } from "react";
import type { ListItem } from "@/api/list";
import { formatCount } from "@/lib/format";
import { mostEpisodes } from "@/lib/list/rules";
import { displayTitle } from "@/lib/names";
import { fieldClass } from "@/ui/Field";
import { PlusIcon } from "@/ui/icons";
import { MinusIcon } from "@/ui/late-icons";

interface Props {
  item: ListItem;
  /** Number of episodes seen in the run. */
  progress: number;
  onProgress: (progress: number) => void;
}

/** The number of episodes seen, with buttons for one more and one fewer. */
export function Stepper({ item, progress, onProgress }: Props) {
  const id = useId();
  const { episodes } = item;
  const most = Math.min(mostEpisodes(item) ?? 9_999, 9_999);
  const [typed, setTyped] = useState<string | null>(null);
  const parsed = typed?.trim() ? Number(typed) : progress;
  const wrong = !(Number.isInteger(parsed) && parsed >= 0 && parsed <= most) && typed !== null;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (wrong) return;
    setTyped(null);
    if (parsed !== progress) onProgress(parsed);
  };
  const step = (by: number) => () => {
    setTyped(null);
    const next = progress + by;
    if (next >= 0 && next <= most) onProgress(next);
  };
  return (
    <form onSubmit={save} noValidate>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        Episodes seen
      </label>
      <div className="flex items-center gap-2">
        <Step label="One episode back" ended={progress === 0} onClick={step(-1)}>
          <MinusIcon aria-hidden="true" size={18} />
        </Step>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(progress)}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-hint` : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => save()}
          className={`${fieldClass} h-11 w-16! px-2! py-0! text-center tabular-nums`}
        />
        <span className="text-sm whitespace-nowrap text-muted">
          of {episodes === null ? "?" : formatCount(episodes)}
        </span>
        <Step label="One more episode" ended={progress >= most} onClick={step(1)}>
          <PlusIcon aria-hidden="true" size={18} />
        </Step>
      </div>
      {wrong && (
        <p id={`${id}-hint`} role="alert" className="mt-1 max-w-60 text-xs text-danger">
          {parsed > most ? tooMany(item, most) : "Write a whole number of episodes."}
        </p>
      )}
    </form>
  );
}

function Step({
  label,
  ended,
  ...rest
}: ComponentProps<"button"> & { label: string; ended: boolean }) {
  return (
    <button
      type="button"
      aria-label={label}
      // The button keeps the focus when there are no more episodes to count.
      aria-disabled={ended || undefined}
      className="grid size-11 shrink-0 place-items-center rounded-full border border-field transition-colors hover:border-accent-fill hover:bg-accent-fill hover:text-on-accent aria-disabled:pointer-events-none aria-disabled:opacity-40"
      {...rest}
    />
  );
}

function tooMany(item: ListItem, most: number): string {
  const title = `“${displayTitle(item)}”`;
  if (item.airing === "not_yet_aired") return `${title} is not yet aired.`;
  return `${title} has ${formatCount(most)} ${most === 1 ? "episode" : "episodes"}.`;
}
