import { formatCount } from "@/lib/format";
import { Button } from "@/ui/Button";

interface Props {
  /** So many rows. */
  count: number;
  /** Whether these show alone. */
  shown: boolean;
  onShow: (alone: boolean) => void;
}

/** The rows that are taken, but not with every value as it stands. */
export function RemarkedRows({ count, shown, onShow }: Props) {
  if (count === 0 && !shown) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md border border-line bg-surface p-4">
      <p className="min-w-0 flex-1 basis-72">
        {count === 1 ? "One row is" : `${formatCount(count)} rows are`} taken, though not every
        value as it stands in the file. Each row says which.
      </p>
      <Button variant="outline" aria-pressed={shown} onClick={() => onShow(!shown)}>
        {shown ? "Show all rows" : `Look at ${count === 1 ? "it" : "them"}`}
      </Button>
    </div>
  );
}
