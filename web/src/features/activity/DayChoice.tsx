import { useEffect, useEffectEvent, useId, useState } from "react";
import { fieldClass } from "@/ui/Field";
import { addDays, daysBetween, dayText, instantOf, isDay } from "./days";

/** A moment that the user may mean, with its name. */
export interface Offered {
  /** The moment as the page's address has it. */
  at: string;
  /** The day of the moment. */
  day: string;
  text: string;
  when: string;
}

interface Props {
  day: string;
  /** The time of that day, as "09:30"; empty for the end of the day. */
  time: string;
  /** The moment as the page's address has it, or would have it. */
  at: string;
  /** The first day of the slider; `today` is the last one. */
  first: string;
  today: string;
  zone: string | null;
  bigChanges: readonly Offered[];
  onAt: (at: string) => void;
}

const ways = [
  ["Yesterday", 1],
  ["A week ago", 7],
  ["A month ago", 30],
  ["A year ago", 365],
] as const;

const chipClass =
  "min-h-10 rounded-full border border-field px-4 text-sm font-medium transition-colors hover:border-text hover:bg-raised aria-pressed:border-accent-fill aria-pressed:bg-accent-fill aria-pressed:text-on-accent";

/** When: by date and time, by slider, one of the days that people mean mostly, or right before a big change. */
export function DayChoice({ day, first, today, bigChanges, onAt, ...props }: Props) {
  const id = useId();
  return (
    <div className="grid max-w-4xl gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <DateAndTime day={day} today={today} onAt={onAt} {...props} />
        <div className="flex flex-wrap gap-2">
          {ways.map(([text, days]) => (
            <button
              key={text}
              type="button"
              aria-pressed={props.at === addDays(today, -days)}
              onClick={() => onAt(addDays(today, -days))}
              className={chipClass}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
      <div>
        <DaySlider day={day} first={first} today={today} onAt={onAt} marks={`${id}-marks`} />
        <datalist id={`${id}-marks`}>
          {[...new Set(bigChanges.map((each) => daysBetween(first, each.day)))].map((days) => (
            <option key={days} value={days} />
          ))}
        </datalist>
        <p aria-hidden="true" className="flex justify-between text-xs text-muted">
          <span>{dayText(first)}</span>
          <span>Today</span>
        </p>
      </div>
      {bigChanges.length > 0 && <BigChanges offered={bigChanges} at={props.at} onAt={onAt} />}
    </div>
  );
}

/** Time for which the slider rests at a day that is meant, in milliseconds. */
const REST_MS = 200;

/** The days that the slider passes show in its text; only that one is asked for at which it rests. */
function DaySlider({
  day,
  first,
  today,
  onAt,
  marks,
}: Pick<Props, "day" | "first" | "today" | "onAt"> & { marks: string }) {
  const [passed, setPassed] = useState<string | null>(null);
  const settle = useEffectEvent((settled: string) => {
    setPassed(null);
    if (settled !== day) onAt(settled);
  });
  useEffect(() => {
    if (passed === null) return;
    const timer = setTimeout(() => settle(passed), REST_MS);
    return () => clearTimeout(timer);
  }, [passed]);
  const shown = passed ?? day;
  return (
    <input
      type="range"
      aria-label="Day"
      aria-valuetext={dayText(shown)}
      list={marks}
      min={0}
      max={Math.max(1, daysBetween(first, today))}
      value={daysBetween(first, shown)}
      onChange={({ target }) => setPassed(addDays(first, Number(target.value)))}
      className="h-8 w-full cursor-pointer accent-accent-fill"
    />
  );
}

function DateAndTime({
  day,
  time,
  today,
  zone,
  onAt,
}: Pick<Props, "day" | "time" | "today" | "zone" | "onAt">) {
  const id = useId();
  const field = `${fieldClass} h-12 py-0!`;
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          Show my list as it was on
        </label>
        <input
          id={id}
          type="date"
          required
          max={today}
          value={day}
          onChange={({ target }) =>
            isDay(target.value) && daysBetween(target.value, today) >= 0 && onAt(target.value)
          }
          className={`${field} w-44!`}
        />
      </div>
      <div>
        <label htmlFor={`${id}-time`} className="mb-1.5 block text-sm font-medium">
          at
          <span className="sr-only"> the time; without one, at the end of the day</span>
        </label>
        <input
          id={`${id}-time`}
          type="time"
          value={time}
          onChange={({ target }) =>
            onAt(target.value === "" ? day : instantOf(day, target.value, zone))
          }
          className={`${field} w-40!`}
        />
      </div>
    </div>
  );
}

interface BigProps {
  offered: readonly Offered[];
  at: string;
  onAt: (at: string) => void;
}

/** The days that a user who has lost entries looks for. */
function BigChanges({ offered, at, onAt }: BigProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons outside a form
    <div role="group" aria-label="Big changes" className="flex flex-wrap items-center gap-2">
      {offered.map((each) => (
        <button
          key={each.at}
          type="button"
          aria-pressed={each.at === at}
          onClick={() => onAt(each.at)}
          className={`${chipClass} py-1.5 text-left`}
        >
          {each.text} <span className="font-normal">· {each.when}</span>
        </button>
      ))}
    </div>
  );
}
