import { useId } from "react";

interface Props {
  label: string;
  /** The label stands before the box, not above it. */
  inline?: boolean;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** One of several, by the browser's own list: it works with every keyboard and on every phone. */
export function Select({ label, inline = false, value, options, onChange }: Props) {
  const id = useId();
  return (
    <div className={inline ? "flex items-center gap-3" : ""}>
      <label
        htmlFor={id}
        className={`text-sm whitespace-nowrap text-muted ${inline ? "" : "mb-1 block"}`}
      >
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full min-w-0 rounded-md border border-field bg-surface px-3 text-sm text-text transition-colors hover:border-text"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
