import { useId, useRef, useState } from "react";
import type { PageTitle } from "@/api/people";
import type { SuggestedTitle } from "@/api/types";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { fieldClass } from "@/ui/Field";
import Suggestions from "@/ui/Suggestions";

interface Props {
  onTitle: (title: PageTitle) => void;
  onClose: () => void;
}

/** Chooses a title by any of its names. */
export function FavoriteSearch({ onTitle, onClose }: Props) {
  const [text, setText] = useState("");
  const [list, setList] = useState<{ shown: boolean; active?: string | undefined }>({
    shown: false,
  });
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog asked title="Add a favorite" onClose={onClose}>
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
        className={fieldClass}
      />
      <div className="min-h-74">
        <Suggestions
          text={text}
          id={id}
          field={input}
          onState={setList}
          onChosen={(found) => onTitle(asPageTitle(found))}
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

/** What the form shows of a title until it is saved. */
function asPageTitle(found: SuggestedTitle): PageTitle {
  const { mal_id, title, title_english = null, title_japanese = null, image_url = null } = found;
  return {
    mal_id,
    title,
    title_english,
    title_japanese,
    image_url,
    episodes: null,
    kind: null,
    year: null,
  };
}
