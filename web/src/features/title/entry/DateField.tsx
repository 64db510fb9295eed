import { type FormEvent, useId, useState } from "react";
import { DATE_HINT, parsePartialDate } from "@/lib/list/partial-date";
import { fieldClass } from "@/ui/Field";

interface Props {
  label: string;
  date: string | null;
  onDate: (date: string | null) => void;
}

/** A date of which one may know only the year, or year and month. It is saved once it is left. */
export function DateField({ label, date, onDate }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const parsed = typed === null ? date : parsePartialDate(typed);
  const wrong = parsed === undefined;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed === null || parsed === undefined) return;
    setTyped(null);
    if (parsed !== date) onDate(parsed);
  };
  return (
    <form onSubmit={save} noValidate className="w-full sm:w-36">
      <label htmlFor={id} className="mb-1 block text-sm whitespace-nowrap text-muted">
        {label}
      </label>
      <input
        id={id}
        autoComplete="off"
        placeholder="Not set"
        value={typed ?? date ?? ""}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => save()}
        className={`${fieldClass} h-11 px-3! py-0! text-sm! tabular-nums`}
      />
      <p
        id={`${id}-hint`}
        role={wrong ? "alert" : undefined}
        className={wrong ? "mt-1 text-xs text-danger" : "sr-only"}
      >
        {DATE_HINT}
      </p>
    </form>
  );
}
