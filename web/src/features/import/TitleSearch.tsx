import { useId, useRef, useState } from "react";
import type { SuggestedTitle } from "@/api/types";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { fieldClass } from "@/ui/Field";
import Suggestions from "@/ui/Suggestions";

interface Props {
  /** What the file calls the title. */
  name: string | null;
  onTitle: (title: SuggestedTitle) => void;
  onClose: () => void;
}

/** Chooses the title that an entry of a file is of. */
export function TitleSearch({ name, onTitle, onClose }: Props) {
  const [text, setText] = useState(name ?? "");
  const [list, setList] = useState<{ shown: boolean; active?: string | undefined }>({
    shown: false,
  });
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog asked title="Which title is it?" onClose={onClose}>
      {name && (
        <p className="text-muted">
          The file calls it <q className="break-words text-text">{name}</q>.
        </p>
      )}
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list.shown}
        aria-controls={id}
        aria-activedescendant={list.active}
        aria-label="Search anime by title"
        placeholder="Search anime by title"
        value={text}
        onChange={(event) => setText(event.target.value)}
        // The server looks at no more.
        maxLength={100}
        autoComplete="off"
        className={`mt-4 ${fieldClass}`}
      />
      <div className="min-h-74">
        <Suggestions
          text={text}
          id={id}
          field={input}
          onState={setList}
          onChosen={onTitle}
          nothing="No title of this name."
          boxClass="mt-2 h-72 rounded-md border"
          listClass="p-1"
        />
      </div>
      <div className="mt-5 text-right">
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}
