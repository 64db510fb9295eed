import { formatCount } from "@/lib/format";
import { Button } from "@/ui/Button";

interface Props {
  /** Number of rows with a remark. */
  count: number;
  /** Whether only the rows with a remark show. */
  shown: boolean;
  onShow: (alone: boolean) => void;
}

/** The rows that are taken, though there is something to say of them, as of a value that cannot be taken. */
export function RemarkedRows({ count, shown, onShow }: Props) {
  if (count === 0 && !shown) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md border border-line bg-surface p-4">
      <p className="min-w-0 flex-1 basis-72">
        {count === 1
          ? "One row comes with a remark"
          : `${formatCount(count)} rows come with remarks`}
        , as on a value that cannot be taken as it stands.
      </p>
      <Button variant="outline" aria-pressed={shown} onClick={() => onShow(!shown)}>
        {shown ? "Show all rows" : `Look at ${count === 1 ? "it" : "them"}`}
      </Button>
    </div>
  );
}
