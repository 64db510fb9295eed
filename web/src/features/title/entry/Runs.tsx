import type { ReactNode } from "react";
import type { ListItem, Run } from "@/api/list";
import { usePreferences } from "@/lib/list/preferences";
import { runName } from "@/lib/list/runs";
import type { Fields } from "@/lib/list/useListEdit";
import { canWatchAgain, currentRun } from "@/lib/list/view";
import { Button } from "@/ui/Button";
import { RetryIcon } from "@/ui/late-icons";
import { ScoreField } from "@/ui/ScoreField";
import { DateField } from "./DateField";
import { Stepper } from "./Stepper";

interface Props {
  item: ListItem;
  onEdit: (fields: Fields) => void;
}

const stateNames = { open: "Watching", done: "Seen to the end", abandoned: "Stopped" } as const;

/** Number of runs that show at first. */
const SOME = 3;

/** Every watching of the title, and the way to begin another. `score` is the field of the title's own. */
export function Runs({ item, onEdit, score }: Props & { score: ReactNode }) {
  const current = currentRun(item.runs);
  const runs = item.runs.map((run, index) => ({ run, number: index + 1 }));
  const [now] = runs.filter(({ number }) => number === current);
  const others = runs.filter(({ number }) => number !== current);
  if (!now) return null;
  if (others.length === 0) {
    return (
      <>
        <RunFields item={item} run={now.run} score={score} onEdit={onEdit} />
        <WatchAgain item={item} onEdit={onEdit} />
      </>
    );
  }
  return (
    <>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr] sm:items-end">
        {score}
        <p className="max-w-text text-sm text-muted sm:pb-2">
          Of the title as a whole: your list shows this one. Each time that you watched it has a
          score of its own below.
        </p>
      </div>
      <NumberedRun item={item} {...now} isCurrent onEdit={onEdit} />
      <WatchAgain item={item} onEdit={onEdit} />
      <details open={others.length < SOME} className="rounded-md border border-line px-4 py-2">
        <summary className="min-h-9 cursor-pointer py-1.5 text-sm font-semibold">
          Other runs ({others.length})
        </summary>
        <div className="divide-y divide-line *:py-4">
          {others.map((each) => (
            <NumberedRun key={each.number} item={item} {...each} onEdit={onEdit} />
          ))}
        </div>
      </details>
    </>
  );
}

interface RunProps extends Props {
  run: Run;
  number: number;
  isCurrent?: boolean;
}

/** One of several runs, with all its fields. */
function NumberedRun({ item, run, number, isCurrent = false, onEdit }: RunProps) {
  const scale = usePreferences().score_scale;
  const name = runName(number);
  const isAgain = isCurrent && number > 1 && run.state === "open";
  const others = item.runs.filter((_, index) => index + 1 !== number);
  const ofRun = (fields: Fields) => onEdit(isCurrent ? fields : { ...fields, run: number });
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="float-left text-sm font-semibold">
        {name} <span className="font-normal text-muted">· {stateNames[run.state]}</span>
      </legend>
      <RunFields
        item={item}
        run={run}
        onEdit={ofRun}
        score={
          <ScoreField
            label="Score this time"
            score={run.score}
            scale={scale}
            onScore={(score) => ofRun({ run_score: score ?? 0 })}
          />
        }
      />
      {isAgain ? (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => onEdit({ status: "dropped" })}
        >
          Stop this rewatch
        </Button>
      ) : (
        !isCurrent && (
          <Button
            variant="quiet"
            className="-ml-4 justify-self-start"
            aria-label={`Remove this run: ${name}`}
            onClick={() => onEdit({ runs: others })}
          >
            Remove this run
          </Button>
        )
      )}
    </fieldset>
  );
}

interface FieldsProps extends Props {
  run: Run;
  score: ReactNode;
}

/** The fields of a run: episodes seen, score and dates. */
function RunFields({ item, run, score, onEdit }: FieldsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-4 sm:flex sm:flex-wrap sm:gap-x-6 *:first:col-span-2">
      <Stepper
        item={item}
        progress={run.progress}
        onProgress={(progress) => onEdit({ progress })}
      />
      {score}
      <DateField label="Started" date={run.started} onDate={(started) => onEdit({ started })} />
      <DateField label="Finished" date={run.finished} onDate={(finished) => onEdit({ finished })} />
    </div>
  );
}

/** The button for a rewatch, offered once the title was seen to its end. */
function WatchAgain({ item, onEdit }: Props) {
  if (!canWatchAgain(item)) return null;
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
