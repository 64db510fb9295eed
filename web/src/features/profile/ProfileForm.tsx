import { type FormEvent, type KeyboardEvent, useState } from "react";
import { send } from "@/api/client";
import type { ProfileTexts } from "@/api/types";
import { useWrite } from "@/api/write";
import { useProfileChange } from "@/lib/library/useLibrary";
import { dropDraft } from "@/lib/profile-draft";
import { useSession } from "@/lib/session";
import { useSessionChange } from "@/lib/session-change";
import { useConfirmSession } from "@/lib/useConfirmSession";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Field, focusField, TextArea } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { LengthHint } from "@/ui/LengthHint";
import { limits, placeholders, tooLong } from "./texts";
import { useDraft } from "./useDraft";

interface Props {
  texts: ProfileTexts;
  /** Whether the first field gets the focus when the form opens. */
  autoFocus?: boolean;
  onDone: () => void;
}

/**
 * Changes the profile's texts, with one write.
 *
 * **Invariant:** what is being typed is the form's own. Changes from elsewhere neither overwrite it
 * nor are overwritten by texts that were not touched here. Only Save and Cancel end it for good.
 */
export function ProfileForm({ texts, autoFocus = true, onDone }: Props) {
  const { values, change, edits, restored } = useDraft(texts);
  const [long, setLong] = useState<string | null>(null);
  const finish = () => {
    dropDraft();
    onDone();
  };
  const save = useSave(finish);

  const bind = (name: keyof ProfileTexts) => ({
    name,
    value: values[name],
    placeholder: placeholders[name],
    onChange: (event: { target: { value: string } }) =>
      change({ ...values, [name]: event.target.value }),
  });
  const room = (name: keyof ProfileTexts) => (
    <LengthHint text={values[name]} max={limits[name].max} />
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problem = tooLong(values);
    setLong(problem?.message ?? null);
    if (problem) focusField(event.currentTarget, problem.name);
    else if (Object.keys(edits).length === 0) finish();
    else if (!save.isPending) save.mutate(edits);
  }
  function onKeyDown({ key, nativeEvent }: KeyboardEvent) {
    if (key === "Escape" && !nativeEvent.isComposing) onDone();
  }

  return (
    <Form
      noValidate
      aria-label="Edit profile"
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="grid max-w-3xl gap-5"
    >
      {restored && (
        <p role="status" className="text-sm text-muted">
          Here is what you had not saved yet. Save it, or press Cancel to drop it.
        </p>
      )}
      <Field
        label="Display Name"
        autoComplete="nickname"
        autoFocus={autoFocus}
        hint={room("displayName")}
        {...bind("displayName")}
      />
      <TextArea label="About Me" rows={5} hint={room("bio")} {...bind("bio")} />
      <Field
        label="Favorite Genres"
        hint={<>Separate them by commas. {room("favoriteGenres")}</>}
        {...bind("favoriteGenres")}
      />
      <FormMessage text={long ?? (save.error && failureMessage(save.error))} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          Save Changes
        </Button>
        <Button variant="quiet" onClick={finish}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function useSave(onSaved: () => void) {
  const changed = useProfileChange();
  const { user } = useSession();
  const { signedIn } = useSessionChange();
  const confirm = useConfirmSession();
  return useWrite(
    async (texts: Partial<ProfileTexts>) => {
      if (user) await confirm(user.uid);
      return send("PATCH", "/api/v1/me/record", texts);
    },
    (saved) => {
      changed(saved);
      // The bar shows the name's initials.
      if (user) signedIn({ ...user, displayName: saved.displayName });
      onSaved();
    },
  );
}
