import { useId } from "react";
import { fieldClass } from "@/ui/Field";
import { addDays, daysBetween, dayText, isDay } from "./days";

interface Props {
  day: string;
  /** The ends of the slider. */
  first: string;
  today: string;
  onDay: (day: string) => void;
}

const ways = [
  ["Yesterday", 1],
  ["A week ago", 7],
  ["A month ago", 30],
  ["A year ago", 365],
] as const;

/** A day: by date, by slider, or one of those that people mean mostly. */
export function DayChoice({ day, first, today, onDay }: Props) {
  const id = useId();
  return (
    <div className="grid max-w-4xl gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
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
              isDay(target.value) && daysBetween(target.value, today) >= 0 && onDay(target.value)
            }
            className={`${fieldClass} h-12 w-52! py-0!`}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          {ways.map(([text, days]) => (
            <button
              key={text}
              type="button"
              aria-pressed={day === addDays(today, -days)}
              onClick={() => onDay(addDays(today, -days))}
              className="min-h-10 rounded-full border border-field px-4 text-sm font-medium transition-colors hover:border-text hover:bg-raised aria-pressed:border-accent-fill aria-pressed:bg-accent-fill aria-pressed:text-on-accent"
            >
              {text}
            </button>
          ))}
        </div>
      </div>
      <div>
        <input
          type="range"
          aria-label="Day"
          aria-valuetext={dayText(day)}
          min={0}
          max={Math.max(1, daysBetween(first, today))}
          value={daysBetween(first, day)}
          onChange={({ target }) => onDay(addDays(first, Number(target.value)))}
          className="h-8 w-full cursor-pointer accent-accent-fill"
        />
        <p aria-hidden="true" className="flex justify-between text-xs text-muted">
          <span>{dayText(first)}</span>
          <span>Today</span>
        </p>
      </div>
    </div>
  );
}
