import type { ListEvent } from "@/api/list";
import { useListItem } from "@/lib/list/useAnimeList";
import { useListEdit } from "@/lib/list/useListEdit";
import { Button } from "@/ui/Button";

interface Props {
  event: ListEvent;
  title: string;
}

/** The notes of a change that a concurrent one replaced: the reader can use them after all. */
export function LostNotes({ event, title }: Props) {
  const item = useListItem(event.mal_id);
  const { edit } = useListEdit();
  const lost = event.changes.find(({ field, overruled }) => field === "notes" && overruled)?.new;
  if (typeof lost !== "string") return null;
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit cursor-pointer underline-offset-4 hover:underline">
        Read the notes that were not taken
      </summary>
      <p className="mt-2 max-w-text rounded-md border border-line p-3 whitespace-pre-wrap wrap-anywhere">
        {lost}
      </p>
      {item?.notes === lost && <p className="mt-2 text-muted">These are your notes now.</p>}
      {item && item.notes !== lost && (
        <Button
          variant="outline"
          className="mt-2"
          aria-label={`Use these notes instead: ${title}`}
          onClick={() => edit(item, { notes: lost })}
        >
          Use these notes instead
        </Button>
      )}
    </details>
  );
}
