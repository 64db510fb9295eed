export interface FigureProps {
  label: string;
  value: string;
  /** A description of the number. */
  hint?: string | null;
}

/** The most important numbers, in large letters. */
export function Figures({ figures }: { figures: readonly FigureProps[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {figures.map(({ label, value, hint }) => (
        <div
          key={label}
          className="flex flex-col rounded-lg border border-line bg-surface p-3 sm:px-6 sm:py-5"
        >
          <dt className="text-sm font-semibold text-accent">{label}</dt>
          <dd className="text-3xl leading-tight font-bold tracking-tight tabular-nums">{value}</dd>
          {hint && <dd className="mt-1 text-xs text-muted sm:text-sm">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
