import { useEffect, useEffectEvent, useState } from "react";
import { lengthOf } from "@/lib/text-length";
import { TextArea } from "@/ui/Field";
import { LengthHint } from "@/ui/LengthHint";

/** The largest number of characters of notes that the server takes. */
const MAX_NOTES = 10_000;

interface Props {
  notes: string;
  /** Typed text that was not saved; null if there is none. */
  draft: string | null;
  onNotes: (notes: string) => void;
  /** Called when the field is left while the notes are too long to be saved. */
  onTooLong: (notes: string, why: string) => void;
}

/** The notes of a title. They are saved on leaving the field; a text that is too long stays unsaved. */
export function Notes({ notes, draft, onNotes, onTooLong }: Props) {
  const [typed, setTyped] = useState(draft);
  const over = lengthOf(typed ?? "") - MAX_NOTES;
  const why = `Notes have at most 10,000 characters. Please shorten these by ${over}.`;
  const save = () => {
    if (typed === null || over > 0) return;
    setTyped(null);
    if (typed !== notes) onNotes(typed.length > MAX_NOTES ? typed.trim() : typed);
  };
  const leave = useEffectEvent(() => {
    if (over > 0 && typed !== null) onTooLong(typed, why);
    else save();
  });
  const hide = useEffectEvent(save);
  useEffect(() => {
    // Neither the Back button nor closing the tab takes the focus from the field first.
    const onHide = () => hide();
    const onLeave = () => leave();
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pagehide", onLeave);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pagehide", onLeave);
      onLeave();
    };
  }, []);
  return (
    <TextArea
      label="Notes"
      rows={5}
      value={typed ?? notes}
      aria-invalid={over > 0 || undefined}
      hint={
        over > 0 ? (
          <span role="alert" className="text-danger">
            Not saved yet. {why}
          </span>
        ) : (
          <LengthHint text={typed ?? notes} max={MAX_NOTES} />
        )
      }
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      }}
    />
  );
}
