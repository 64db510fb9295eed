import { type FormEvent, useState } from "react";
import { send } from "@/api/client";
import { failureCode } from "@/api/errors";
import type { Audience, OwnPage, PageTitle } from "@/api/people";
import { useWrite } from "@/api/write";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Field, focusField } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { Select } from "@/ui/Select";
import { FavoritesField } from "./FavoritesField";

const audiences: readonly { value: Audience; label: string }[] = [
  { value: "only_me", label: "Only me" },
  { value: "link", label: "Who has the link" },
  { value: "everyone", label: "Everyone" },
];

type Values = Pick<OwnPage, "name" | "audience" | "list_audience"> & { favorites: PageTitle[] };

/** The values of a new page: only its owner sees it. */
const NEW: Values = {
  name: "",
  audience: "only_me",
  list_audience: "only_me",
  favorites: [],
};

interface Props {
  /** The user's page; null where there is none yet. */
  page: OwnPage | null;
  onSaved: (page: OwnPage) => void;
  /** Reads the page anew; called when the server says that it was changed elsewhere. */
  onChanged?: () => Promise<unknown>;
  onCancel?: () => void;
}

/** Makes the page, or changes it, with one write, which the server takes only while the page is as its owner knows it. */
export function PageForm({ page, onSaved, onChanged, onCancel }: Props) {
  const { values, known, change, takeOver, keep, isChanged } = useValues(page);
  const save = useWrite(
    () => put(values, known, onChanged),
    (saved) => {
      takeOver(saved);
      onSaved(saved);
    },
  );
  const choose = (of: (page: OwnPage) => void) => () => {
    save.reset();
    if (page) of(page);
  };
  const problem = nameProblem(save.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const onError = (error: unknown) => nameProblem(error) && focusField(form, "name");
    if (!save.isPending) save.mutate(undefined, { onError });
  };
  const rename = (name: string) => {
    change({ name });
    // The refusal was about the former name
    if (problem) save.reset();
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
      <NameField page={page} name={values.name} problem={problem} onChange={rename} />
      <div className="grid gap-4 sm:grid-cols-2">
        {audience("audience", "Who sees the page")}
        {audience("list_audience", "Who sees your list on it")}
      </div>
      <FavoritesField titles={values.favorites} onChange={(favorites) => change({ favorites })} />
      {page && isChanged ? (
        <ChangedElsewhere page={page} onTakeOver={choose(takeOver)} onKeep={choose(keep)} />
      ) : (
        <FormMessage text={problem ? null : save.error && failureMessage(save.error)} />
      )}
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

/** What is typed, and the page with which that began. Another page that comes in replaces what nobody has touched. */
function useValues(page: OwnPage | null) {
  const [known, setKnown] = useState(page);
  const [received, setReceived] = useState(page);
  const [values, setValues] = useState(() => valuesOf(page));
  const takeOver = (now: OwnPage) => {
    setKnown(now);
    setValues(valuesOf(now));
  };
  const isOther = page !== null && page.version !== known?.version;
  const isTouched = JSON.stringify(sentOf(values)) !== JSON.stringify(sentOf(valuesOf(known)));
  if (page !== received) {
    setReceived(page);
    if (isOther && !isTouched) takeOver(page);
  }
  return {
    values,
    known,
    change: (some: Partial<Values>) => setValues((before) => ({ ...before, ...some })),
    takeOver,
    /** Keeps the typed values, which overwrite the given page when they are saved. */
    keep: setKnown,
    isChanged: isOther && isTouched,
  };
}

async function put(values: Values, known: OwnPage | null, onChanged: Props["onChanged"]) {
  try {
    const known_version = known?.version ?? "";
    return await send("PUT", "/api/v1/me/page", { ...sentOf(values), known_version });
  } catch (error) {
    if (failureCode(error) === "page_changed") await onChanged?.();
    throw error;
  }
}

function valuesOf(page: OwnPage | null): Values {
  return { ...NEW, ...page };
}

function sentOf({ name, audience, list_audience, favorites }: Values) {
  return {
    name: name.trim(),
    audience,
    list_audience,
    favorites: favorites.map((title) => title.mal_id),
  };
}

interface Changed {
  page: OwnPage;
  onTakeOver: () => void;
  onKeep: () => void;
}

/** Another device has changed the page, and here something else is typed. */
function ChangedElsewhere({ page, onTakeOver, onKeep }: Changed) {
  const audienceText = (audience: Audience) =>
    audiences.find(({ value }) => value === audience)?.label.toLowerCase();
  return (
    <div role="alert" className="grid gap-3 rounded-md border border-line bg-bg p-4 text-sm">
      <p>
        Your page was changed elsewhere. It is called “{page.name}” now. Who sees it:{" "}
        {audienceText(page.audience)}. Who sees your list on it: {audienceText(page.list_audience)}.
        Favorite titles: {page.favorites.length}. What you typed is still here.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onTakeOver}>
          Use what is there now
        </Button>
        <Button variant="outline" onClick={onKeep}>
          Go on with mine
        </Button>
      </div>
    </div>
  );
}

/** The message about the page's name, if the server refused the page because of it. */
function nameProblem(error: unknown): string | null {
  const code = error ? failureCode(error) : null;
  const isOfName = code === "invalid_page_name" || code === "page_name_taken";
  return isOfName ? failureMessage(error) : null;
}

interface NameFieldProps {
  page: OwnPage | null;
  name: string;
  problem: string | null;
  onChange: (name: string) => void;
}

function NameField({ page, name, problem, onChange }: NameFieldProps) {
  return (
    <Field
      label="Name in the address"
      name="name"
      autoFocus={page === null}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={30}
      value={name}
      aria-invalid={problem !== null || undefined}
      onChange={(event) => onChange(event.target.value)}
      hint={
        problem ? (
          <span role="alert" className="font-medium text-danger">
            {problem}
          </span>
        ) : (
          <NameHint page={page} name={name.trim()} />
        )
      }
    />
  );
}

/** Says what happens to the page's current name. */
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
