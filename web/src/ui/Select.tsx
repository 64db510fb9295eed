import { useId } from "react";

interface Props {
  /** The parameter's name in a form that is sent without the app; absent where it sends none. */
  name?: string;
  /** The id of the form that it belongs to, where that is not around it. */
  form?: string;
  label: string;
  /** The label stands before the box, not above it; or it is only read out. */
  inline?: boolean;
  hidden?: boolean;
  value: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  onChange: (value: string) => void;
}

/** One of several, by the browser's own list: it works with every keyboard and on every phone. */
export function Select({
  name,
  form,
  label,
  inline = false,
  hidden = false,
  value,
  options,
  onChange,
}: Props) {
  const id = useId();
  return (
    <div className={inline ? "flex items-center gap-3" : ""}>
      <label
        htmlFor={id}
        className={
          hidden ? "sr-only" : `text-sm whitespace-nowrap text-muted ${inline ? "" : "mb-1 block"}`
        }
      >
        {label}
      </label>
      <select
        id={id}
        name={name}
        form={form}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full min-w-0 rounded-md border border-field bg-surface px-3 text-sm text-text transition-colors hover:border-text"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
