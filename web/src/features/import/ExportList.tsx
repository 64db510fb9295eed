import { useState } from "react";
import type { Status } from "@/api/list";
import { statuses, statusNames } from "@/lib/list/statuses";
import { buttonClass } from "@/ui/Button";

const forms = [
  {
    form: "json",
    name: "Mitai’s JSON",
    what: "All that is kept of each title, every run and note. Any Mitai reads it.",
  },
  {
    form: "mal",
    name: "MyAnimeList XML",
    what: "What MyAnimeList, AniList and Shikimori import.",
  },
  { form: "csv", name: "CSV", what: "For spreadsheets and scripts of your own." },
] as const;

/** The address of a file of the list; all statuses is none named. */
export function exportPath(form: string, chosen: readonly Status[], withPrivate: boolean): string {
  const query = new URLSearchParams();
  if (chosen.length < statuses.length) query.set("status", chosen.join(","));
  if (withPrivate) query.set("private", "true");
  // Between statuses a comma reads better than its code.
  const asked = query.toString().replaceAll("%2C", ",");
  return `/api/v1/me/exports/${form}${asked === "" ? "" : `?${asked}`}`;
}

/** The user's list as a file, whole or in part. */
export function ExportList() {
  const [left, setLeft] = useState<readonly Status[]>([]);
  const [withPrivate, setWithPrivate] = useState(false);
  const chosen = statuses.filter((status) => !left.includes(status));
  const toggle = (status: Status) =>
    setLeft(left.includes(status) ? left.filter((each) => each !== status) : [...left, status]);
  return (
    <section id="export" aria-labelledby="export-heading">
      <h2 id="export-heading" className="text-xl">
        Take your list with you
      </h2>
      <p className="mt-1 max-w-text text-muted">
        It is yours. Nothing is held back but what you have marked as private, unless you ask for
        it.
      </p>
      <fieldset className="mt-5 flex flex-wrap gap-2">
        <legend className="sr-only">What the file holds</legend>
        {statuses.map((status) => (
          <Tick
            key={status}
            label={statusNames[status]}
            checked={!left.includes(status)}
            onToggle={() => toggle(status)}
          />
        ))}
        <Tick
          label="Private ones, too"
          checked={withPrivate}
          onToggle={() => setWithPrivate(!withPrivate)}
        />
      </fieldset>
      {chosen.length === 0 ? (
        <p role="status" className="mt-5">
          Please choose at least one status.
        </p>
      ) : (
        <ul className="mt-5 grid gap-4 sm:grid-cols-3">
          {forms.map(({ form, name, what }) => (
            <li
              key={form}
              className="grid content-between gap-4 rounded-md border border-line bg-surface p-5"
            >
              <p>
                <span className="block font-semibold">{name}</span>
                <span className="block text-sm text-muted">{what}</span>
              </p>
              <a
                href={exportPath(form, chosen, withPrivate)}
                download
                aria-label={`Download ${name}`}
                className={buttonClass("outline", "justify-self-start")}
              >
                Download
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  onToggle: () => void;
}

function Tick({ label, checked, onToggle }: TickProps) {
  return (
    <label className="inline-flex min-h-10 cursor-pointer items-center gap-2.5 rounded-full border border-field px-4 text-sm font-medium transition-colors hover:border-text has-focus-visible:outline-3 has-focus-visible:outline-focus">
      <input
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        className="size-4 accent-accent-fill outline-none"
      />
      {label}
    </label>
  );
}
