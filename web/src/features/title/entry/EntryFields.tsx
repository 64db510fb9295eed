import type { ListItem } from "@/api/list";
import { usePreferences } from "@/lib/list/preferences";
import type { Fields } from "@/lib/list/useListEdit";
import { Checkbox } from "@/ui/Checkbox";
import { ScoreField } from "@/ui/ScoreField";
import { Notes } from "./Notes";
import { Runs } from "./Runs";
import { TagsField } from "./TagsField";

interface Props {
  item: ListItem;
  onEdit: (fields: Fields) => void;
  /** Unsaved notes to go on with, and the id of the refused edit; null if there are none. */
  draft: { id: string; notes: string } | null;
  onTooLong: (notes: string, why: string) => void;
}

/** Everything that is kept of a title on the list. Each field is saved by itself, as soon as it is left. */
export function EntryFields({ item, onEdit, draft, onTooLong }: Props) {
  const scale = usePreferences().score_scale;
  const score = (
    <ScoreField
      label="My score"
      score={item.score}
      scale={scale}
      onScore={(score) => onEdit({ score: score ?? 0 })}
    />
  );
  return (
    <>
      <Runs item={item} score={score} onEdit={onEdit} />
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <Notes
          key={draft?.id}
          notes={item.notes}
          draft={draft?.notes ?? null}
          onNotes={(notes) => onEdit({ notes })}
          onTooLong={onTooLong}
        />
        <div className="grid content-start gap-4">
          <TagsField
            tags={item.tags}
            onAdd={(tag) => onEdit({ add_tags: [tag] })}
            onRemove={(tag) => onEdit({ remove_tags: [tag] })}
          />
          <Private on={item.private} onToggle={() => onEdit({ private: !item.private })} />
        </div>
      </div>
    </>
  );
}

function Private({ on, onToggle }: { on: boolean; onToggle: () => void }) {
  return (
    <div className="flex items-start gap-3">
      <Checkbox label="Private" checked={on} onToggle={onToggle} />
      <p aria-hidden="true" className="text-sm">
        <span className="font-medium">Private</span>
        <span className="block text-muted">Nobody but you will ever see this entry.</span>
      </p>
    </div>
  );
}
