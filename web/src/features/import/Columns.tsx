import { useEffect, useState } from "react";
import type { Columns as ReadBy } from "@/api/imports";
import { Button } from "@/ui/Button";
import { ColumnsForm } from "./ColumnsForm";
import { startOf } from "./csv";
import type { Source } from "./useUploads";

interface Props {
  /** The file; nothing where it is not at hand any more, after a reload of the page. */
  source: Source | undefined;
  onColumns: (source: Source, columns: ReadBy) => void;
}

/** How a CSV was read, and the way to read it otherwise. */
export function Columns({ source, onColumns }: Props) {
  const [open, setOpen] = useState(false);
  const names = useNames(source);
  if (!source) {
    return (
      <p className="text-sm text-muted">
        Does something stand in the wrong column? Bring the file again, and say what its columns
        are.
      </p>
    );
  }
  if (names.length === 0) return null;
  return (
    <section aria-label="Columns" className="rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
          Does something stand in the wrong column? Say what the columns of your file are.
        </p>
        <Button variant="outline" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Leave the columns" : "Change the columns"}
        </Button>
      </div>
      {open && (
        <div className="mt-4">
          <ColumnsForm
            file={source.file}
            names={names}
            before={source.columns}
            lead="The file is read once more. What you have chosen for single rows begins anew."
            onColumns={(columns) => {
              setOpen(false);
              onColumns(source, columns);
            }}
          />
        </div>
      )}
    </section>
  );
}

function useNames(source: Source | undefined): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const file = source?.file;
  useEffect(() => {
    let left = false;
    if (file) void startOf(file, 0).then((start) => left || setNames(start.names));
    return () => {
      left = true;
    };
  }, [file]);
  return names;
}
