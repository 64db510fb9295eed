import { type ComponentProps, type ReactNode, useId } from "react";

/** Classes of all fields that people type into. */
export const fieldClass =
  "w-full rounded-md border border-field bg-bg px-4 py-3 text-base text-text transition-colors hover:border-text aria-invalid:border-danger";

/** Moves the focus to a form's field of this name. */
export function focusField(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

interface Common {
  label: string;
  /** The text below the field; absent where there is nothing to say. */
  hint?: ReactNode;
}

interface FieldProps extends ComponentProps<"input">, Common {
  /** A button inside the field's right edge. */
  inside?: ReactNode;
}

/** A text field with its label above it. */
export function Field({ label, hint, inside, ...input }: FieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint}>
      <div className="relative">
        <input
          id={id}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className={`${fieldClass} ${inside ? "pr-14" : ""}`}
          {...input}
        />
        {inside && <div className="absolute inset-y-0 right-1.5 flex items-center">{inside}</div>}
      </div>
    </Labelled>
  );
}

/** A text field of several lines with its label above it. */
export function TextArea({ label, hint, ...area }: ComponentProps<"textarea"> & Common) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint}>
      <textarea
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={fieldClass}
        {...area}
      />
    </Labelled>
  );
}

function Labelled({ id, label, hint, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-sm text-muted empty:hidden">
          {hint}
        </div>
      )}
    </div>
  );
}
