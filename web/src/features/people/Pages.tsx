import { formatCount } from "@/lib/format";
import { Button } from "@/ui/Button";

interface Props {
  current: number;
  total: number;
  onPage: (page: number) => void;
}

/** The way through the parts of a list. At either end a button stays, so that the focus is not lost. */
export function Pages({ current, total, onPage }: Props) {
  if (total <= 1) return null;
  const step = (label: string, page: number) => {
    const possible = page >= 1 && page <= total;
    return (
      <Button
        variant="outline"
        aria-disabled={!possible || undefined}
        onClick={() => {
          if (!possible) return;
          onPage(page);
          scrollTo({ top: 0 });
        }}
      >
        {label}
      </Button>
    );
  };
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap items-center justify-center gap-4">
      {step("Previous", current - 1)}
      <p role="status" className="text-sm text-muted tabular-nums">
        Page {formatCount(current)} of {formatCount(total)}
      </p>
      {step("Next", current + 1)}
    </nav>
  );
}

/** The part that an address names, from the second on; null for the first, and for what is no number. */
export function laterPage(text: string | null): string | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) && text !== "1" ? text : null;
}
