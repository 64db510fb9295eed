import { useEffect, useId, useRef, useState } from "react";
import type { SuggestedTitle } from "@/api/types";
import { fieldClass } from "./Field";
import Suggestions from "./Suggestions";

interface Props {
  /** The text that is searched for at first. */
  begin?: string;
  /** What to try where no title is found. */
  hint?: string;
  className?: string;
  onChosen: (title: SuggestedTitle) => void;
}

/** A field that finds a title by any of its names. */
export function TitleField({ begin = "", hint, className = "", onChosen }: Props) {
  const [text, setText] = useState(begin);
  const [list, setList] = useState<{ shown: boolean; active?: string | undefined }>({
    shown: false,
  });
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The field takes the focus, not a button before it: a space of the first words would press that
  useEffect(() => {
    // `select()` alone brings the focus in some browsers only
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <>
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
        // The server looks at no more characters.
        maxLength={100}
        autoComplete="off"
        className={`${className} ${fieldClass}`}
      />
      <div className="min-h-74">
        {hint && !list.shown && <p className="pt-3 text-sm text-muted">{hint}</p>}
        <Suggestions
          text={text}
          id={id}
          field={input}
          onState={setList}
          onChosen={onChosen}
          nothing="No title of this name."
          boxClass="mt-2 h-72 rounded-md border"
          listClass="p-1"
        />
      </div>
    </>
  );
}
