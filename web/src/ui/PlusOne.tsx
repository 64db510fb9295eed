import type { ListItem } from "@/api/list";
import { canWatchOn } from "@/lib/list/rules";
import { displayTitle } from "@/lib/names";
import { PlusIcon } from "./icons";

interface Props {
  item: ListItem;
  onMore: () => void;
  className?: string;
}

/** The button that counts one more episode as seen. */
export function PlusOne({ item, onMore, className = "" }: Props) {
  const ended = !canWatchOn(item);
  return (
    <button
      type="button"
      title="One more episode"
      aria-label={`One more episode: ${displayTitle(item)}`}
      // The button keeps the focus: the last episode may be taken back.
      aria-disabled={ended || undefined}
      onClick={() => ended || onMore()}
      className={`inline-flex size-10 shrink-0 items-center justify-center rounded-full border border-field text-text transition-colors hover:border-accent-fill hover:bg-accent-fill hover:text-on-accent aria-disabled:pointer-events-none aria-disabled:opacity-40 ${className}`}
    >
      <PlusIcon aria-hidden="true" size={18} />
    </button>
  );
}
