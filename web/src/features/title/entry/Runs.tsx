import type { ListItem, Run } from "@/api/list";
import { progressText } from "@/lib/list/said";
import type { Fields } from "@/lib/list/useListEdit";
import { currentRun } from "@/lib/list/view";
import { Button } from "@/ui/Button";
import { RetryIcon } from "@/ui/late-icons";
import { DateField } from "./DateField";

interface Props {
  item: ListItem;
  onEdit: (fields: Fields) => void;
}

const stateNames = { open: "Watching", done: "Seen to the end", abandoned: "Stopped" } as const;
const runName = (number: number) => (number === 1 ? "First time" : `Rewatch ${number - 1}`);

/** Every watching of the title but the current one, whose fields stand above; and the way to begin another. */
export function Runs({ item, onEdit }: Props) {
  const current = currentRun(item.runs);
  const others = item.runs
    .map((run, index) => ({ run, number: index + 1 }))
    .filter(({ number }) => number !== current);
  return (
    <div className="grid gap-3 empty:hidden">
      <CurrentRun item={item} current={current} onEdit={onEdit} />
      {others.length > 0 && (
        <details className="rounded-md border border-line px-4 py-2">
          <summary className="min-h-9 cursor-pointer py-1.5 text-sm font-semibold">
            Other runs ({others.length})
          </summary>
          <ol className="divide-y divide-line">
            {others.map(({ run, number }) => (
              <OtherRun key={number} run={run} number={number} item={item} onEdit={onEdit} />
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function CurrentRun({ item, current, onEdit }: Props & { current: number }) {
  const now = item.runs[current - 1];
  if (now?.state === "done") {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" onClick={() => onEdit({ rewatch: true })}>
          <RetryIcon aria-hidden="true" size={18} />
          Watch again
        </Button>
        {item.rewatches > 0 && (
          <p className="text-sm text-muted">
            Rewatched {item.rewatches === 1 ? "once" : `${item.rewatches} times`}
          </p>
        )}
      </div>
    );
  }
  if (now?.state !== "open" || current === 1) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm font-semibold">
        {runName(current)}: {progressText(now.progress, item.episodes)} episodes
      </p>
      <Button variant="outline" onClick={() => onEdit({ status: "dropped" })}>
        Stop this rewatch
      </Button>
    </div>
  );
}

function OtherRun({ run, number, item, onEdit }: Props & { run: Run; number: number }) {
  const name = runName(number);
  return (
    <li className="grid grid-cols-2 items-end gap-x-4 gap-y-3 py-3 sm:flex sm:flex-wrap sm:gap-x-6">
      <p className="col-span-2 flex-1 text-sm">
        <span className="font-semibold">{name}</span>
        <span className="block text-muted">
          {stateNames[run.state]}, {progressText(run.progress, item.episodes)} episodes
        </span>
      </p>
      <DateField
        label={`${name} started`}
        date={run.started}
        onDate={(started) => onEdit({ run: number, started })}
      />
      <DateField
        label={`${name} finished`}
        date={run.finished}
        onDate={(finished) => onEdit({ run: number, finished })}
      />
      <Button
        variant="quiet"
        aria-label={`Remove: ${name}`}
        onClick={() => onEdit({ runs: item.runs.filter((_, index) => index + 1 !== number) })}
      >
        Remove
      </Button>
    </li>
  );
}
