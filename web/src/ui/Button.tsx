import type { ComponentProps } from "react";

type Variant = "primary" | "outline" | "quiet" | "scrim" | "danger";

const shared =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-[clamp(0.625rem,3vw,1.25rem)] py-2 text-sm font-semibold leading-tight transition-colors disabled:opacity-60 aria-disabled:opacity-60";

const variants: Record<Variant, string> = {
  primary: "bg-accent-fill text-on-accent hover:bg-accent-fill-hover",
  outline: "border border-field text-text hover:border-text hover:bg-raised",
  quiet: "text-text hover:bg-raised",
  /** For a button beside a primary one, over a picture. */
  scrim: "bg-on-scrim/15 text-on-scrim hover:bg-on-scrim/30",
  danger: "border border-danger text-danger hover:bg-danger-bg",
};

/** The look of a button, for links that lead somewhere but should look like one. */
export function buttonClass(variant: Variant = "primary", extra = ""): string {
  return `${shared} ${variants[variant]} ${extra}`;
}

interface ButtonProps extends ComponentProps<"button"> {
  variant?: Variant;
  /** Whether the action is running: the button keeps the focus, and a second press does nothing. */
  busy?: boolean;
}

export function Button({
  variant = "primary",
  busy = false,
  className = "",
  type = "button",
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      className={buttonClass(variant, className)}
      {...rest}
    >
      {busy && (
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** Names the button for everyone who does not see its icon, and as its tooltip. */
  label: string;
}

/** A round button that shows only an icon. */
export function IconButton({ label, className = "", type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex size-icon-button shrink-0 items-center justify-center rounded-full text-text transition-colors hover:bg-raised ${className}`}
      {...rest}
    />
  );
}
