import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { previewQuery } from "@/api/reviews";
import { refusalOf } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Spinner";
import { Body } from "./Body";
import { LinksWait } from "./LinksWait";
import { MIN_LENGTH } from "./texts";

/** How long, in milliseconds, nothing is typed before what shows follows. */
const PAUSE = 500;

/** The preview of a text, once requested; from then on it follows the typed text. */
export function Preview({ uid, text }: { uid: string; text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="grid gap-3">
      <Button
        variant="outline"
        className="justify-self-start"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide the preview" : "Preview"}
      </Button>
      <div id={id} className="empty:hidden">
        {open && <Previewed uid={uid} text={text} />}
      </div>
    </div>
  );
}

function Previewed({ uid, text }: { uid: string; text: string }) {
  const settled = useSettled(text);
  const { data, error } = useQuery({
    ...previewQuery(uid, settled),
    placeholderData: keepPreviousData,
  });
  return (
    <section
      aria-label="Preview"
      className="min-h-24 rounded-md border border-dashed border-field p-4"
    >
      {data ? (
        <div className="grid gap-4">
          <Body blocks={data.body} />
          <LinksWait until={data.links_wait_until} />
          {data.body.length > 0 && data.read_length < MIN_LENGTH && (
            <p className="text-sm text-muted">
              Readers read {data.read_length} characters of it. A review has {MIN_LENGTH} at least.
            </p>
          )}
        </div>
      ) : (
        !error && <Skeleton className="h-5 w-2/3" />
      )}
      {data?.body.length === 0 && <p className="text-sm text-muted">Nothing to read yet.</p>}
      {error && !data && <p className="text-sm text-danger">{refusalOf(error)}</p>}
    </section>
  );
}

/** Returns the text as it was when nothing was typed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
