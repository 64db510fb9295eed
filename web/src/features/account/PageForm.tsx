import { type FormEvent, useState } from "react";
import { send } from "@/api/client";
import type { Audience, OwnPage, PageTitle } from "@/api/people";
import { useWrite } from "@/api/write";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { Select } from "@/ui/Select";
import { FavoritesField } from "./FavoritesField";

const audiences: readonly { value: Audience; label: string }[] = [
  { value: "only_me", label: "Only me" },
  { value: "link", label: "Who has the link" },
  { value: "everyone", label: "Everyone" },
];

/** What shows until its owner says otherwise: nothing to anybody else. */
const NEW: Pick<OwnPage, "name" | "audience" | "list_audience"> & { favorites: PageTitle[] } = {
  name: "",
  audience: "only_me",
  list_audience: "only_me",
  favorites: [],
};

interface Props {
  /** Null where there is none yet. */
  page: OwnPage | null;
  onSaved: (page: OwnPage) => void;
  onCancel?: () => void;
}

/** Makes the page, or changes it, with one write. */
export function PageForm({ page, onSaved, onCancel }: Props) {
  const [values, setValues] = useState(() => ({ ...NEW, ...page }));
  const change = (some: Partial<typeof NEW>) => setValues((before) => ({ ...before, ...some }));
  const save = useWrite(
    () =>
      send("PUT", "/api/v1/me/page", {
        name: values.name.trim(),
        audience: values.audience,
        list_audience: values.list_audience,
        favorites: values.favorites.map((title) => title.mal_id),
      }),
    onSaved,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(undefined);
  };
  const audience = (name: "audience" | "list_audience", label: string) => (
    <Select
      label={label}
      value={values[name]}
      options={audiences}
      onChange={(value) => change({ [name]: value as Audience })}
    />
  );
  return (
    <Form noValidate aria-label="Your page" onSubmit={submit} className="grid gap-5">
      <Field
        label="Name in the address"
        name="name"
        autoFocus={page === null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        value={values.name}
        onChange={(event) => change({ name: event.target.value })}
        hint={<NameHint page={page} name={values.name.trim()} />}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {audience("audience", "Who sees the page")}
        {audience("list_audience", "Who sees your list on it")}
      </div>
      <FavoritesField titles={values.favorites} onChange={(favorites) => change({ favorites })} />
      <FormMessage text={save.error && failureMessage(save.error)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {page ? "Save page" : "Make page"}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}

/** What becomes of the name that the page has. */
function NameHint({ page, name }: { page: OwnPage | null; name: string }) {
  const folded = name.toLowerCase();
  if (page && folded !== page.name.toLowerCase()) {
    const former = page.former_name;
    return (
      <>
        “{page.name}” then leads to your page, too, until you change the name again.
        {former && former.toLowerCase() !== folded && ` Others may take “${former}” then.`}
      </>
    );
  }
  if (page?.former_name) return <>Your former name “{page.former_name}” leads here, too.</>;
  return <>3 to 30 letters, digits, _ and -. Your email address is never shown.</>;
}
