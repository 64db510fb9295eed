/** A turning ring with its text, which assistive technology reads too. */
export function Spinner({ text }: { text: string }) {
  return (
    <div
      role="status"
      className="noscript:hidden flex items-center justify-center gap-3 py-16 text-muted"
    >
      <span
        aria-hidden="true"
        className="size-6 animate-spin rounded-full border-2 border-line border-t-accent"
      />
      {text}
    </div>
  );
}

/** A grey pulsing block instead of something that is on its way. Its size comes from the caller. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-md bg-raised ${className}`} />;
}
