import { type FormEvent, useState } from "react";
import type { ListItem, Status } from "@/api/list";
import { formatCount } from "@/lib/format";
import type { Scale } from "@/lib/list/scales";
import { statuses, statusNames } from "@/lib/list/statuses";
import type { Fields } from "@/lib/list/useListEdit";
import { Button, IconButton } from "@/ui/Button";
import { fieldClass } from "@/ui/Field";
import { CloseIcon } from "@/ui/icons";
import { TrashIcon } from "@/ui/late-icons";
import { ScoreField } from "@/ui/ScoreField";
import { Select } from "@/ui/Select";

interface Props {
  selected: readonly ListItem[];
  /** All that show. */
  shown: number;
  scale: Scale;
  onEdit: (fields: Fields) => void;
  onRemove: () => void;
  onAll: () => void;
  onNone: () => void;
}

/** What can be done to the selected titles at once. It stays in sight. */
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
          <Select
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
        <Button variant="danger" className="sm:ml-auto" onClick={onRemove}>
          <TrashIcon aria-hidden="true" size={18} />
          Remove
        </Button>
      </div>
    </section>
  );
}

function Tags({ selected, onEdit }: Pick<Props, "selected" | "onEdit">) {
  const [typed, setTyped] = useState("");
  const tag = typed.trim();
  const carried = [...new Set(selected.flatMap(({ tags }) => tags))].sort();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (tag === "") return;
    onEdit({ add_tags: [tag] });
    setTyped("");
  };
  return (
    <>
      <form onSubmit={add} className="col-span-2 flex items-center gap-1">
        <input
          aria-label="Tag to add"
          placeholder="Tag …"
          autoComplete="off"
          maxLength={50}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${fieldClass} h-11 py-0! text-sm! sm:w-32!`}
        />
        <Button type="submit" variant="outline" className="shrink-0">
          Add tag
        </Button>
      </form>
      {carried.length > 0 && (
        <div className="sm:w-40">
          <Select
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
