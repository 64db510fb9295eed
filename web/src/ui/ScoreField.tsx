import { type FormEvent, useId, useState } from "react";
import { internalScore, type Scale, scales, shownScore } from "@/lib/list/scales";
import { scoreChoices } from "@/lib/list/score-text";
import { fieldClass } from "./Field";
import { SettledSelect } from "./SettledSelect";

interface Props {
  label: string;
  /** Whether the label is only read out. */
  hidden?: boolean;
  /** The label of the choice of no score. */
  empty?: string;
  /** The stored score from 1 to 100; null for none. */
  score: number | null;
  scale: Scale;
  onScore: (score: number | null) => void;
}

/** A score on the user's scale: chosen where there are few values, else typed. */
export function ScoreField({ empty = "No score", ...props }: Props) {
  const { label, hidden = false, score, scale, onScore } = props;
  const choices = scoreChoices(scale);
  if (choices.length === 0) return <TypedScore key={scale} {...props} />;
  return (
    <div className="w-full sm:w-32">
      <SettledSelect
        label={label}
        hidden={hidden}
        value={score === null ? "" : String(shownScore(score, scale))}
        options={[
          { value: "", label: empty },
          ...choices.map(({ value, label: text }) => ({ value: String(value), label: text })),
        ]}
        onChange={(value) => onScore(value === "" ? null : internalScore(Number(value), scale))}
      />
    </div>
  );
}

/** A field in which a score is typed. It counts once the field is left, or with Enter. */
function TypedScore({ label, hidden = false, score, scale, onScore }: Props) {
  const id = useId();
  const { max, step } = scales[scale];
  const shown = score === null ? "" : String(shownScore(score, scale));
  // Null is nothing since what was typed last was saved.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed?.trim() ?? "";
  const stored = text === "" ? null : internalScore(Number(text.replace(",", ".")), scale);
  const wrong = text !== "" && stored === null;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed === null || wrong) return;
    setTyped(null);
    if (stored !== score) onScore(stored);
  };
  return (
    <form onSubmit={save} noValidate className="w-full sm:w-32">
      <label htmlFor={id} className={hidden ? "sr-only" : "mb-1 block text-sm text-muted"}>
        {label}
      </label>
      <input
        id={id}
        inputMode={step < 1 ? "decimal" : "numeric"}
        autoComplete="off"
        placeholder={`${step} to ${max}`}
        value={typed ?? shown}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-hint` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => save()}
        className={`${fieldClass} h-11 px-3! py-0! text-sm!`}
      />
      {wrong && (
        <p id={`${id}-hint`} role="alert" className="mt-1 text-xs text-danger">
          From {step} to {max}, in steps of {step}.
        </p>
      )}
    </form>
  );
}
