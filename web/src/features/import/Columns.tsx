import { useState } from "react";
import type { CsvAsRead, Columns as ReadBy } from "@/api/imports";
import { Button } from "@/ui/Button";
import { ColumnsForm } from "./ColumnsForm";
import { asMeaning, readingText } from "./csv";

interface Props {
  csv: CsvAsRead;
  /** The file; nothing where it is not at hand any more, after a reload of the page. */
  file: File | undefined;
  onColumns: (file: File, columns: ReadBy) => void;
}

/** Says how a CSV file was read, and lets the user read it otherwise. */
export function Columns({ csv, file, onColumns }: Props) {
  const [open, setOpen] = useState(false);
  const { columns, score_of, score_of_is_guessed } = csv;
  const left = columns.filter(({ meaning }) => meaning === null).map(({ name }) => name);
  const hasScores = columns.some(({ meaning }) => meaning === "score");
  return (
    <section aria-label="Columns" className="rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
          <span className="text-text">Read as {readingText(csv)}.</span>
          {hasScores && score_of_is_guessed && " The scale of the scores is a guess."}
          {left.length > 0 && ` Not read: ${left.join(", ")}.`}
        </p>
        <Button variant="outline" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Leave the columns" : "Change the columns"}
        </Button>
      </div>
      {open && (
        <div className="mt-4">
          <ColumnsForm
            file={file}
            names={columns.map(({ name }) => name)}
            before={{
              meanings: columns.map(({ meaning }) => asMeaning(meaning ?? "")),
              scoreOf: score_of_is_guessed ? null : score_of,
            }}
            guess={score_of_is_guessed ? score_of : null}
            lead="The file is read once more. What you have chosen for single rows begins anew."
            onColumns={(source, by) => {
              setOpen(false);
              onColumns(source, by);
            }}
          />
        </div>
      )}
    </section>
  );
}
