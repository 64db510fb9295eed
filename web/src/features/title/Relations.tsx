import { useId, useState } from "react";
import { Link } from "wouter";
import type { AnimeDetails } from "@/api/types";
import { displayTitle } from "@/lib/names";
import { Poster } from "@/ui/Poster";
import { ShowAll } from "@/ui/ShowAll";

type Group = AnimeDetails["relations"][number];
type Entry = Group["entries"][number];

/** Number of works of a kind that show at first. */
const FIRST = 6;

/** The works this one belongs to, by kind; those in the catalogue lead to their pages. */
export function Relations({ relations }: Pick<AnimeDetails, "relations">) {
  const known = relations.filter(({ entries }) => entries.length > 0);
  if (known.length === 0) return null;
  return (
    <section>
      <h2 className="text-xl">Related works</h2>
      <div className="mt-4 grid gap-x-6 gap-y-7 sm:grid-cols-2">
        {known.map((group) => (
          <Kind key={group.kind} group={group} />
        ))}
      </div>
    </section>
  );
}

function Kind({ group: { kind, entries } }: { group: Group }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  // Those with a poster first, so that the rest reads as a list of names
  const ordered = entries.toSorted((a, b) => Number(!a.slug) - Number(!b.slug));
  const shown = whole ? ordered : ordered.slice(0, FIRST);
  return (
    <section
      aria-label={kind}
      className={`border-t border-line pt-4 ${entries.length > 1 ? "sm:col-span-2" : ""}`}
    >
      <h3 className="text-sm font-semibold text-muted">{kind}</h3>
      <ul
        id={id}
        className={`mt-3 grid gap-x-6 gap-y-3 ${entries.length > 1 ? "sm:grid-cols-2 xl:grid-cols-3" : ""}`}
      >
        {shown.map((entry) => (
          <li key={`${entry.type}-${entry.mal_id}`}>
            <Related entry={entry} />
          </li>
        ))}
      </ul>
      {entries.length > FIRST && (
        <ShowAll
          expanded={whole}
          onExpanded={setWhole}
          all={`Show all ${entries.length} of: ${kind}`}
          fewer={`Show fewer of: ${kind}`}
          controls={id}
          className="mt-3"
        />
      )}
    </section>
  );
}

function Related({ entry }: { entry: Entry }) {
  const name = displayTitle({ ...entry, title: entry.name });
  if (!entry.slug) {
    return (
      <p className="py-1 text-sm leading-snug">
        {name}
        {entry.type === "manga" && <span className="text-muted"> (manga)</span>}
      </p>
    );
  }
  const facts = [entry.form, entry.year].filter(Boolean).join(" · ");
  return (
    <Link
      href={`/anime/${entry.slug}`}
      className="group flex items-center gap-3 rounded-md transition-colors hover:bg-raised"
    >
      <span className="block w-14 shrink-0 overflow-hidden rounded-sm bg-raised">
        <Poster malId={entry.mal_id} src={entry.image_url} sizes="56px" />
      </span>
      <span className="min-w-0 py-1 pr-2">
        <span
          title={name}
          className="line-clamp-2 text-sm font-semibold leading-snug group-hover:underline"
        >
          {name}
        </span>
        <span className="mt-0.5 block text-xs text-muted">{facts}</span>
      </span>
    </Link>
  );
}
