import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { leftOutQuery, useUnresolvedCount } from "@/api/imports";
import type { Status } from "@/api/list";
import { formatCount, titleCount } from "@/lib/format";
import { entryCount } from "@/lib/imports";
import { statuses, statusNames } from "@/lib/list/statuses";
import { useAnimeList } from "@/lib/list/useAnimeList";
import { buttonClass } from "@/ui/Button";

const forms = [
  {
    form: "json",
    name: "Mitai’s JSON",
    what: "All that Mitai keeps of each title: every run, note and tag. Any Mitai reads it.",
  },
  {
    form: "mal",
    name: "MyAnimeList XML",
    what: "What MyAnimeList, AniList and Shikimori import. It has one run of each title, and the number of rewatches.",
  },
  {
    form: "csv",
    name: "CSV",
    what: "For spreadsheets and scripts of your own: a line for each title.",
  },
] as const;

/** The address of a file of the list; where all statuses are chosen, it names none. */
export function exportPath(form: string, chosen: readonly Status[], withPrivate: boolean): string {
  const query = new URLSearchParams();
  if (chosen.length < statuses.length) query.set("status", chosen.join(","));
  if (withPrivate) query.set("private", "true");
  // Between statuses a comma reads better than its code.
  const search = query.toString().replaceAll("%2C", ",");
  return `/api/v1/me/exports/${form}${search === "" ? "" : `?${search}`}`;
}

/** The user's list as a file, whole or in part. */
export function ExportList({ uid }: { uid: string }) {
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
        It is yours. Choose what the file is to hold; what it leaves out is said below.
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
      {chosen.length > 0 && <Contents uid={uid} chosen={chosen} withPrivate={withPrivate} />}
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

interface ContentsProps {
  uid: string;
  chosen: readonly Status[];
  withPrivate: boolean;
}

const privateCount = (count: number) =>
  `${formatCount(count)} private ${count === 1 ? "entry" : "entries"}`;

/** Which form has which of the imported entries that wait for their title, by how many XML and CSV leave out. */
function untitledText(unnumbered: number | undefined): string {
  const all = "Imported entries that still wait for their title are chosen by the same ticks.";
  if (unnumbered === undefined)
    return `${all} Mitai’s JSON has them; XML and CSV have those with a MyAnimeList number.`;
  if (unnumbered === 0) return `${all} Every form has them.`;
  return `${all} Mitai’s JSON has them. XML and CSV leave out ${entryCount(unnumbered)} without a MyAnimeList number.`;
}

/** What the file contains, and what it leaves out. */
function Contents({ uid, chosen, withPrivate }: ContentsProps) {
  const { items } = useAnimeList();
  const { count: untitled } = useUnresolvedCount(uid);
  const { data: unnumbered } = useQuery(
    leftOutQuery(uid, exportPath("csv", chosen, withPrivate), untitled),
  );
  if (!items) return null;
  const matching = items.filter(({ status }) => chosen.includes(status));
  const hidden = withPrivate ? [] : matching.filter((item) => item.private);
  const others = items.length - matching.length;
  const left = [
    others > 0 && `${titleCount(others)} of other statuses`,
    hidden.length > 0 && privateCount(hidden.length),
  ].filter((part) => part !== false);
  return (
    <dl className="mt-5 grid max-w-text gap-x-4 gap-y-1 min-[19rem]:grid-cols-[auto_minmax(0,1fr)]">
      <dt className="text-muted">In the file</dt>
      <dd className="font-semibold">{titleCount(matching.length - hidden.length)}</dd>
      <dt className="text-muted">Left out</dt>
      <dd className="font-semibold">{left.length > 0 ? left.join(", ") : "Nothing"}</dd>
      {untitled > 0 && (
        <>
          <dt className="text-muted">Without a title</dt>
          <dd>{untitledText(unnumbered)}</dd>
        </>
      )}
    </dl>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  onToggle: () => void;
}

function Tick({ label, checked, onToggle }: TickProps) {
  return (
    <label className="inline-flex min-h-10 cursor-pointer items-center gap-2.5 rounded-full border border-field px-4 py-1.5 text-sm font-medium transition-colors hover:border-text has-focus-visible:outline-3 has-focus-visible:outline-focus">
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
