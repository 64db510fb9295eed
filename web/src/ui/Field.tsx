import { type ComponentProps, type ReactNode, useId } from "react";

/** The look of everything people type into. */
export const fieldClass =
  "w-full rounded-md border border-field bg-bg px-4 py-3 text-base text-text transition-colors hover:border-text";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  /** A button inside the field's right edge. */
  inside?: ReactNode;
}

/** A text field with its label above it. */
export function Field({ label, inside, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input id={id} className={`${fieldClass} ${inside ? "pr-14" : ""}`} {...input} />
        {inside && <div className="absolute inset-y-0 right-1.5 flex items-center">{inside}</div>}
      </div>
    </div>
  );
}
