import { useId } from "react";
import type { ListItem, Status } from "@/api/list";
import { formatCount } from "@/lib/format";
import type { Scale } from "@/lib/list/scales";
import { statuses, statusNames } from "@/lib/list/statuses";
import { useTypedTag } from "@/lib/list/tags";
import type { Fields } from "@/lib/list/useListEdit";
import { Button, IconButton } from "@/ui/Button";
import { fieldClass } from "@/ui/Field";
import { CloseIcon } from "@/ui/icons";
import { TrashIcon } from "@/ui/late-icons";
import { ScoreField } from "@/ui/ScoreField";
import { SettledSelect } from "@/ui/SettledSelect";

interface Props {
  selected: readonly ListItem[];
  /** Number of titles that show. */
  shown: number;
  scale: Scale;
  onEdit: (fields: Fields) => void;
  onRemove: () => void;
  onAll: () => void;
  onNone: () => void;
}

/** The bulk actions of the selected titles. It stays in view. */
export function BulkBar({ selected, shown, scale, onEdit, onRemove, onAll, onNone }: Props) {
  const count = selected.length;
  return (
    <section
      aria-label="Selected titles"
      className="sticky top-bar z-20 mt-4 animate-rise rounded-lg border border-line bg-raised p-3 shadow-raised"
    >
      <div className="flex items-center gap-2">
        <p role="status" className="mr-auto font-semibold">
          {formatCount(count)} selected
        </p>
        {count < shown && (
          <Button variant="quiet" onClick={onAll}>
            Select all {formatCount(shown)}
          </Button>
        )}
        <IconButton label="Select none" onClick={onNone}>
          <CloseIcon aria-hidden="true" size={18} />
        </IconButton>
      </div>
      <div className="mt-1 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <div className="sm:w-36">
          <SettledSelect
            label="Set the status"
            hidden
            value=""
            options={[
              { value: "", label: "Status …", disabled: true },
              ...statuses.map((value) => ({ value, label: statusNames[value] })),
            ]}
            onChange={(status) => onEdit({ status: status as Status })}
          />
        </div>
        <ScoreField
          label="Set the score"
          hidden
          empty="Score …"
          score={null}
          scale={scale}
          onScore={(score) => onEdit({ score: score ?? 0 })}
        />
        <Tags selected={selected} onEdit={onEdit} />
        <Button variant="danger" className="nth-4:col-span-2 sm:ml-auto" onClick={onRemove}>
          <TrashIcon aria-hidden="true" size={18} />
          Remove
        </Button>
      </div>
    </section>
  );
}

function Tags({ selected, onEdit }: Pick<Props, "selected" | "onEdit">) {
  const { typed, setTyped, problem, add } = useTypedTag((tag) => onEdit({ add_tags: [tag] }));
  const hint = useId();
  const carried = [...new Set(selected.flatMap(({ tags }) => tags))].sort();
  return (
    <>
      <form onSubmit={add} className="col-span-2 flex flex-wrap items-center gap-1">
        <input
          aria-label="Tag to add"
          placeholder="Tag …"
          autoComplete="off"
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? hint : undefined}
          onChange={(event) => setTyped(event.target.value)}
          className={`${fieldClass} h-11 w-32! flex-1 py-0! text-sm!`}
        />
        <Button type="submit" variant="outline" className="shrink-0">
          Add tag
        </Button>
        {problem && (
          <p id={hint} role="alert" className="basis-full text-xs text-danger sm:max-w-60">
            {problem}
          </p>
        )}
      </form>
      {carried.length > 0 && (
        <div className="sm:w-40">
          <SettledSelect
            label="Remove a tag"
            hidden
            value=""
            options={[
              { value: "", label: "Remove tag …", disabled: true },
              ...carried.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(name) => onEdit({ remove_tags: [name] })}
          />
        </div>
      )}
    </>
  );
}
