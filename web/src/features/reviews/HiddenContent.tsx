import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";

interface Props {
  /** The reason why the content is hidden. */
  why: string;
  /** The name of the content, for those who hear the button alone. */
  subject: string;
  children: ReactNode;
}

/** Content that shows only once somebody opens it. Before that it is not in the document. */
export function HiddenContent({ why, subject, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed border-field px-4 py-3">
        <p className="min-w-0 flex-1 basis-48 text-sm">{why}</p>
        <Button
          variant="outline"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="gap-0!"
        >
          {open ? "Hide it" : "Show it"}
          <span className="sr-only">: the {subject}</span>
        </Button>
      </div>
      {open && children}
    </div>
  );
}
