import { useId, useRef, useState } from "react";
import type { ImportedTitle } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";
import { displayTitle } from "@/lib/names";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { fieldClass } from "@/ui/Field";
import { Poster } from "@/ui/Poster";
import Suggestions from "@/ui/Suggestions";
import { factsText } from "./texts";

interface Props {
  /** What the file calls the title. */
  name: string | null;
  /** The title of just this name, if there is one. */
  proposal: ImportedTitle | null;
  /** Hears of the title's id, and of the title itself where it was searched for. */
  onTitle: (malId: number, found?: SuggestedTitle) => void;
  onClose: () => void;
}

/** Chooses the title that an entry of a file is of. */
export function TitleSearch({ name, proposal, onTitle, onClose }: Props) {
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
      {proposal && <SameName title={proposal} onAccept={() => onTitle(proposal.mal_id)} />}
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
        {!list.shown && (
          <p className="pt-3 text-sm text-muted">
            Nothing like it shows? Fewer words, or the name in another language, find more.
          </p>
        )}
        <Suggestions
          text={text}
          id={id}
          field={input}
          onState={setList}
          onChosen={(found) => onTitle(found.mal_id, found)}
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

function SameName({ title, onAccept }: { title: ImportedTitle; onAccept: () => void }) {
  const name = displayTitle(title);
  return (
    <div className="mt-4 flex items-center gap-3 rounded-md border border-line p-2 pr-3">
      <Poster
        malId={title.mal_id}
        src={title.image_url}
        sizes="40px"
        className="w-10! shrink-0 rounded-sm"
      />
      <p className="min-w-0 flex-1 text-sm">
        <span className="line-clamp-2 font-semibold">{name}</span>
        <span className="text-muted">The same name · {factsText(title)}</span>
      </p>
      <Button aria-label={`Accept ${name}`} onClick={onAccept}>
        Accept
      </Button>
    </div>
  );
}
