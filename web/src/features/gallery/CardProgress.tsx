import { progressText } from "@/lib/list/change-messages";
import { useListItem } from "@/lib/list/useAnimeList";
import { useListEdit } from "@/lib/list/useListEdit";
import { PlusOne } from "@/ui/PlusOne";

/** On the overlay of a title that is on the list: how far one is, and one more. */
export default function CardProgress({ malId }: { malId: number }) {
  const item = useListItem(malId);
  const { step } = useListEdit();
  if (!item) return null;
  return (
    <span className="ml-auto flex items-center gap-2 text-sm font-semibold whitespace-nowrap tabular-nums">
      <span className="hidden @min-[15rem]:inline">
        {progressText(item.progress, item.episodes)}
      </span>
      <PlusOne
        item={item}
        onMore={() => step(item, 1)}
        className="size-11! border-transparent! bg-on-scrim/15 text-on-scrim!"
      />
    </span>
  );
}
