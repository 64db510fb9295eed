import { useTypedTag } from "@/lib/list/tags";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { CloseIcon } from "@/ui/icons";

interface Props {
  tags: readonly string[];
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
}

/** The tags of a title: each is a button that takes it away. */
export function TagsField({ tags, onAdd, onRemove }: Props) {
  const { typed, setTyped, problem, add } = useTypedTag((tag) => tags.includes(tag) || onAdd(tag));
  return (
    <div className="grid gap-3">
      <form onSubmit={add} className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label="Tags"
            autoComplete="off"
            value={typed}
            aria-invalid={problem !== null || undefined}
            hint={
              problem && (
                <span role="alert" className="text-danger">
                  {problem}
                </span>
              )
            }
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" variant="outline" className="mt-7.5 shrink-0">
          Add tag
        </Button>
      </form>
      {tags.length > 0 && (
        <ul aria-label="Tags of this title" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => onRemove(tag)}
                className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-full border border-line bg-raised py-1 pr-2.5 pl-4 text-sm transition-colors hover:border-text"
              >
                <span className="truncate">{tag}</span>
                <CloseIcon aria-hidden="true" size={15} className="shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
