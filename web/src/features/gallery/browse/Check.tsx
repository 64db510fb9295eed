import { formatCount } from "@/lib/format";

interface Props {
  /** The name and the value of the choice, for a form that is sent without the app. */
  name: string;
  value: string;
  label: string;
  /** Number of titles that the choice would leave. */
  titles: number;
  checked: boolean;
  onToggle: () => void;
}

/** One of several choices, with how many titles it would leave. */
export function Check({ name, value, label, titles, checked, onToggle }: Props) {
  const idle = titles === 0 && !checked;
  return (
    <label
      className={`flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2.5 rounded-sm text-sm hover:text-accent ${idle ? "text-muted" : ""}`}
    >
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={checked}
        onChange={onToggle}
        className="grid size-4.5 shrink-0 cursor-pointer appearance-none place-items-center rounded-sm border border-field bg-surface before:text-xs before:leading-none before:font-bold before:text-on-accent checked:border-accent-fill checked:bg-accent-fill checked:before:content-['✓'] forced-colors:appearance-auto"
      />
      <span className="min-w-0">{label}</span>
      <span className="ml-auto text-xs text-muted tabular-nums">{formatCount(titles)}</span>
    </label>
  );
}
