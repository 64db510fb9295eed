import { type FormEvent, useId, useRef, useState } from "react";
import { failureCode } from "@/api/errors";
import type { OwnReview, ReviewForm } from "@/api/reviews";
import { ENTRY } from "@/lib/entry-place";
import { formatCount } from "@/lib/format";
import { useListItem } from "@/lib/list/useAnimeList";
import { lengthOf } from "@/lib/text-length";
import { refusalOf } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { TextArea } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { MarksHelp } from "./MarksHelp";
import { Preview } from "./Preview";
import { MAX_LENGTH, MIN_LENGTH } from "./texts";
import { useDraft } from "./useDraft";
import { useWriteReview } from "./useWriteReview";

interface Props {
  uid: string;
  malId: number;
  /** The published review; null if there is none. */
  own: OwnReview | null;
  onDone: () => void;
  /** Called when a dropped text is a draft again. */
  onRestored: () => void;
}

/**
 * Where a review is written. What is typed is kept on this device until it is published or dropped: closing the page, or an
 * answer that refuses it, loses nothing.
 */
export function Editor({ uid, malId, own, onDone, onRestored }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { form, change, drop, restored, isBehind } = useDraft(uid, malId, own, onRestored);
  const [wrong, setWrong] = useState<string | null>(null);
  const { publish } = useWriteReview(uid, malId, onDone);
  const isRefused = wrong !== null || isInvalid(publish.error);
  const type = (now: ReviewForm) => {
    change(now);
    // The refusal was about the former text
    setWrong(null);
    if (publish.isError) publish.reset();
  };
  const toField = () => field.current?.focus();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const problem = lengthProblem(form.text);
    setWrong(problem);
    if (problem) toField();
    else if (!publish.isPending)
      publish.mutate(form, { onError: (error) => isInvalid(error) && toField() });
  };
  return (
    <Form noValidate aria-label="Your review" onSubmit={submit} className="grid gap-5">
      {isBehind ? <Behind isDeleted={own === null} /> : restored && <Restored />}
      <TextArea
        ref={field}
        label="What do you think of it?"
        rows={10}
        dir="auto"
        autoFocus
        value={form.text}
        aria-invalid={isRefused || undefined}
        hint={<Length text={form.text} />}
        onChange={({ target }) => type({ ...form, text: target.value })}
      />
      <NotRated malId={malId} />
      <SpoilerMark on={form.spoiler} onChange={(spoiler) => type({ ...form, spoiler })} />
      <MarksHelp />
      <Preview uid={uid} text={form.text} />
      <FormMessage text={wrong ?? (publish.error && refusalOf(publish.error))} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={publish.isPending}>
          {own ? "Publish the change" : "Publish"}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Close
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            drop();
            onDone();
          }}
        >
          Discard
        </Button>
      </div>
    </Form>
  );
}

function Restored() {
  return (
    <p role="status" className="text-sm text-muted">
      Here is what you had not published yet. Go on, or press Discard to drop it.
    </p>
  );
}

/** Says why no score will stand beside the review. */
function NotRated({ malId }: { malId: number }) {
  const item = useListItem(malId);
  if (item === undefined || item?.score != null) return null;
  return (
    <p className="text-sm text-muted">
      You have not rated it yet, so no score stands beside your review.{" "}
      <a href={`#${ENTRY}`} className="underline underline-offset-4 hover:text-text">
        Rate it
      </a>
    </p>
  );
}

function Behind({ isDeleted }: { isDeleted: boolean }) {
  return (
    <p role="alert" className="rounded-md border border-line bg-bg px-4 py-3 text-sm">
      Your review was {isDeleted ? "deleted" : "changed"} elsewhere since you began this. What you
      publish here takes its place; Discard drops it and shows what there is now.
    </p>
  );
}

const isInvalid = (error: unknown) => error !== null && failureCode(error) === "invalid_request";

/** Nothing counts more than what is typed. What is kept may be less, so whether it is too long is the server's to say. */
function lengthProblem(text: string): string | null {
  const length = lengthOf(text);
  return length < MIN_LENGTH
    ? `A review has at least ${MIN_LENGTH} characters; this one has ${length}.`
    : null;
}

function Length({ text }: { text: string }) {
  const length = lengthOf(text);
  const [few, many] = [length < MIN_LENGTH, length > MAX_LENGTH];
  return (
    <span className={`tabular-nums ${many ? "text-danger" : ""}`}>
      {formatCount(length)} {few ? `of at least ${MIN_LENGTH}` : `of ${formatCount(MAX_LENGTH)}`}{" "}
      characters
    </span>
  );
}

function SpoilerMark({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={on}
        aria-describedby={`${id}-hint`}
        onChange={() => onChange(!on)}
        className="mt-0.5 size-5 shrink-0 accent-accent-fill"
      />
      <p className="text-sm">
        <label htmlFor={id} className="font-medium">
          Contains spoilers
        </label>
        <span id={`${id}-hint`} className="block text-muted">
          Readers see all of it only once they want to.
        </span>
      </p>
    </div>
  );
}
