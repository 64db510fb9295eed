import { useEffect, useRef } from "react";
import { formatCount } from "@/lib/format";
import { Button, buttonClass } from "./Button";
import { FailureNotice } from "./FailureNotice";

interface Props {
  shown: number;
  /** Number of all items; null where it is not known before all show. */
  total: number | null;
  fetching?: boolean;
  /** Why the next items could not be had. */
  error?: Error | null;
  /** Called for the next items; null while there is nothing to ask for. */
  onMore: (() => void) | null;
  /** The address that shows what comes next alone, for browsers that run no scripts. */
  nextPath?: string | null;
}

/**
 * How much of a list shows, and the way to more of it. The button stays in place while it fetches,
 * so that the focus does; when it goes for good, the focus goes to the line above.
 */
export function ShowMore({
  shown,
  total,
  fetching = false,
  error = null,
  onMore,
  nextPath,
}: Props) {
  const status = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  const offered = fetching || onMore !== null;

  useEffect(() => {
    if (offered || !pressed.current || document.activeElement !== document.body) return;
    status.current?.focus({ preventScroll: true });
  }, [offered]);

  return (
    <div className="grid justify-items-center gap-3 pt-4">
      <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted">
        {fetching ? "Loading more" : shownText(shown, total, offered)}
      </p>
      {error && onMore && <FailureNotice error={error} onRetry={onMore} retrying={fetching} />}
      {offered && !error && (
        <Button
          variant="outline"
          className="noscript:hidden"
          aria-disabled={fetching || undefined}
          onClick={() => {
            pressed.current = true;
            onMore?.();
          }}
        >
          Show more
        </Button>
      )}
      <noscript>
        {import.meta.env.SSR && nextPath && (
          <a href={nextPath} className={buttonClass("outline")}>
            Next titles
          </a>
        )}
      </noscript>
    </div>
  );
}

function shownText(shown: number, total: number | null, isPart: boolean): string {
  if (total !== null) return `Showing ${formatCount(shown)} of ${formatCount(total)}`;
  return isPart ? `Showing the first ${formatCount(shown)}` : `Showing all ${formatCount(shown)}`;
}
