import { type FormEvent, useId, useState } from "react";
import { send } from "@/api/client";
import type { ProfileTexts } from "@/api/types";
import { useWrite } from "@/api/write";
import { useProfileChange } from "@/lib/record/useRecord";
import { useSession, useSessionChange } from "@/lib/session";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Field, fieldClass } from "@/ui/Field";
import { FormMessage } from "@/ui/FormMessage";

/** In characters; the server takes no more. */
const MAX = { displayName: 100, bio: 2_000, favoriteGenres: 500 };

interface Props {
  texts: ProfileTexts;
  onDone: () => void;
}

/** What differs between two states of the texts. */
function changes(before: ProfileTexts, now: ProfileTexts): Partial<ProfileTexts> {
  const names = ["displayName", "bio", "favoriteGenres"] as const;
  return Object.fromEntries(
    names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]),
  );
}

/**
 * Changes the profile's texts, with one write.
 *
 * **Invariant:** what is being typed is the form's own. Changes from elsewhere neither overwrite it
 * nor are overwritten by texts that were not touched here.
 */
export function ProfileForm({ texts, onDone }: Props) {
  const [before] = useState(texts);
  const [values, setValues] = useState(texts);
  const changed = useProfileChange();
  const { user } = useSession();
  const { signedIn } = useSessionChange();
  const save = useWrite(
    (texts: Partial<ProfileTexts>) => send("PATCH", "/api/v1/me/record", texts),
    (saved) => {
      changed(saved);
      // The bar shows the name's initials.
      if (user) signedIn({ ...user, displayName: saved.displayName });
      onDone();
    },
  );
  const bioId = useId();
  const genresHint = useId();

  const bind = (name: keyof ProfileTexts) => ({
    value: values[name],
    maxLength: MAX[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const edits = changes(before, values);
    if (Object.keys(edits).length === 0) onDone();
    else if (!save.isPending) save.mutate(edits);
  }

  return (
    <form noValidate aria-label="Edit profile" onSubmit={submit} className="grid max-w-3xl gap-5">
      <Field label="Display Name" autoComplete="nickname" autoFocus {...bind("displayName")} />
      <div>
        <label htmlFor={bioId} className="mb-1.5 block text-sm font-medium">
          About Me
        </label>
        <textarea id={bioId} rows={5} className={fieldClass} {...bind("bio")} />
      </div>
      <div>
        <Field label="Favorite Genres" aria-describedby={genresHint} {...bind("favoriteGenres")} />
        <p id={genresHint} className="mt-1.5 text-sm text-muted">
          Separate them by commas.
        </p>
      </div>
      <FormMessage text={save.error && failureMessage(save.error)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          Save Changes
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
