import { Button } from "@/ui/Button";
import { fieldClass } from "@/ui/Field";
import { SearchIcon } from "@/ui/icons";
import { Select } from "@/ui/Select";

interface Props {
  text: string;
  onText: (text: string) => void;
  byTitle: boolean;
  onByTitle: (byTitle: boolean) => void;
  unfolded: boolean;
  onUnfolded: (unfolded: boolean) => void;
}

/** Finds rows, and puts them in order. */
export function Toolbar({ text, onText, byTitle, onByTitle, unfolded, onUnfolded }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3">
      <div className="relative min-w-0 flex-1 basis-56">
        <SearchIcon
          aria-hidden="true"
          size={20}
          className="pointer-events-none absolute inset-y-0 left-4 my-auto text-muted"
        />
        <input
          type="search"
          aria-label="Search the rows by title"
          placeholder="Search the rows by title"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={text}
          onChange={(event) => onText(event.target.value)}
          className={`${fieldClass} h-11 rounded-full! py-0! pl-12`}
        />
      </div>
      <div className="w-40 max-w-full">
        <Select
          label="Order of the rows"
          hidden
          value={byTitle ? "title" : "file"}
          options={[
            { value: "file", label: "As in the file" },
            { value: "title", label: "By title" },
          ]}
          onChange={(value) => onByTitle(value === "title")}
        />
      </div>
      <Button variant="quiet" aria-pressed={unfolded} onClick={() => onUnfolded(!unfolded)}>
        {unfolded ? "Fold all" : "Unfold all"}
      </Button>
    </div>
  );
}
