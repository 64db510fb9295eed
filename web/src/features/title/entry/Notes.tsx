import { useEffect, useEffectEvent, useState } from "react";
import { TextArea } from "@/ui/Field";

/** As many characters as the server takes. */
const MOST = 10_000;

/** What one wants to remember of a title. It is saved once it is left. */
export function Notes({ notes, onNotes }: { notes: string; onNotes: (notes: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    if (typed === null) return;
    setTyped(null);
    if (typed !== notes) onNotes(typed);
  };
  const saveTyped = useEffectEvent(save);
  useEffect(() => {
    // Neither the Back button nor closing the tab takes the focus from the field first.
    const leave = () => saveTyped();
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      leave();
    };
  }, []);
  const left = MOST - (typed ?? notes).length;
  return (
    <TextArea
      label="Notes"
      rows={5}
      maxLength={MOST}
      value={typed ?? notes}
      hint={left < 500 ? `${left} characters left.` : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      }}
    />
  );
}
