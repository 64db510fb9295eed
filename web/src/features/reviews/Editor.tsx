import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useState } from "react";
import { type OwnReview, ownReviewQuery, type ReviewForm } from "@/api/reviews";
import { formatCount } from "@/lib/format";
import { dropReviewDraft, readReviewDraft, saveReviewDraft } from "@/lib/review-drafts";
import { refusalOf } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { TextArea } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { lengthOf } from "@/ui/LengthHint";
import { MarksHelp } from "./MarksHelp";
import { Preview } from "./Preview";
import { LEAST_LENGTH, MOST_LENGTH } from "./texts";
import { useWriteReview } from "./useWriteReview";

interface Props {
  uid: string;
  malId: number;
  /** What it is now, if there is one. */
  own: OwnReview | null;
  onDone: () => void;
}

/**
 * Where a review is written. What is typed is kept on this device until it is published or dropped: closing the page, or an
 * answer that refuses it, loses nothing.
 */
export function Editor({ uid, malId, own, onDone }: Props) {
  const { form, change, restored, isBehind } = useDraft(uid, malId, own);
  const [wrong, setWrong] = useState<string | null>(null);
  const { publish } = useWriteReview(uid, malId, onDone);
  const drop = () => {
    dropReviewDraft(uid, malId);
    onDone();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const problem = lengthProblem(form.text);
    setWrong(problem);
    if (problem) event.currentTarget.querySelector("textarea")?.focus();
    else if (!publish.isPending) publish.mutate(form);
  };
  return (
    <Form noValidate aria-label="Your review" onSubmit={submit} className="grid gap-5">
      {isBehind ? <Behind isDeleted={own === null} /> : restored && <Restored />}
      <TextArea
        label="What do you think of it?"
        rows={10}
        dir="auto"
        autoFocus
        value={form.text}
        aria-invalid={wrong !== null || undefined}
        hint={<Length text={form.text} />}
        onChange={({ target }) => change({ ...form, text: target.value })}
      />
      <SpoilerMark on={form.spoiler} onChange={(spoiler) => change({ ...form, spoiler })} />
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
        <Button variant="quiet" onClick={drop}>
          Discard
        </Button>
      </div>
    </Form>
  );
}

/** The text as it was begun on this device, else as it is published; and whether something else was published since. */
function useDraft(uid: string, malId: number, own: OwnReview | null) {
  const queries = useQueryClient();
  const [saved] = useState(() => readReviewDraft(uid, malId));
  const before = formOf(own);
  const [form, setForm] = useState(() => (saved ? formOf(saved) : before));
  // A draft of the version before says nothing of it
  const [base] = useState(saved?.base === undefined ? writtenAt(own) : saved.base);
  const change = (now: ReviewForm) => {
    setForm(now);
    if (now.text === before.text && now.spoiler === before.spoiler) dropReviewDraft(uid, malId);
    else saveReviewDraft(uid, malId, { ...now, base });
  };
  // Another device may have published since this one has asked
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ownReviewQuery(uid, malId).queryKey });
  }, [queries, uid, malId]);
  return { form, change, restored: saved !== null, isBehind: base !== writtenAt(own) };
}

function formOf(own: ReviewForm | null): ReviewForm {
  return own ? { text: own.text, spoiler: own.spoiler } : { text: "", spoiler: false };
}

/** When the text was written that is published. */
const writtenAt = (own: OwnReview | null) => own && (own.edited_at ?? own.created_at);

function Restored() {
  return (
    <p role="status" className="text-sm text-muted">
      Here is what you had not published yet. Go on, or press Discard to drop it.
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

/** Nothing counts more than what is typed. What is kept may be less, so whether it is too long is the server's to say. */
function lengthProblem(text: string): string | null {
  const length = lengthOf(text);
  return length < LEAST_LENGTH
    ? `A review has at least ${LEAST_LENGTH} characters; this one has ${length}.`
    : null;
}

function Length({ text }: { text: string }) {
  const length = lengthOf(text);
  const [few, many] = [length < LEAST_LENGTH, length > MOST_LENGTH];
  return (
    <span className={`tabular-nums ${many ? "text-danger" : ""}`}>
      {formatCount(length)} {few ? `of at least ${LEAST_LENGTH}` : `of ${formatCount(MOST_LENGTH)}`}{" "}
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
          It tells what happens
        </label>
        <span id={`${id}-hint`} className="block text-muted">
          Readers see all of it only once they want to.
        </span>
      </p>
    </div>
  );
}
