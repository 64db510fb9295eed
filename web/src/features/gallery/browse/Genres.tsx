import { useId, useState } from "react";
import type { BrowseFacets } from "@/api/types";
import { ChevronRightIcon } from "@/ui/icons";
import { BanIcon } from "@/ui/late-icons";
import { ShowAll } from "@/ui/ShowAll";
import { Check } from "./Check";
import { type BrowseQuery, toggled } from "./query";

type Genre = BrowseFacets["genres"][number];

interface Props {
  genres: readonly Genre[];
  query: BrowseQuery;
  onQuery: (query: BrowseQuery) => void;
}

const groups = [
  { group: "genre", title: "Genres" },
  { group: "theme", title: "Themes" },
  { group: "demographic", title: "Audience" },
] as const;

/** Number of choices that show at once; where there are hardly more, all do. */
const FEW = 6;
const HARDLY_MORE = 2;

/** Genres, themes and demographics; each may be included or excluded. */
export function Genres({ genres, query, onQuery }: Props) {
  return groups.map(({ group, title }) => (
    <Group
      key={group}
      title={title}
      open={group === "genre"}
      genres={genres.filter((genre) => genre.group === group)}
      query={query}
      onQuery={onQuery}
    />
  ));
}

function Group({ title, open, genres, query, onQuery }: Props & { title: string; open: boolean }) {
  const selected = genres.filter(({ value }) => query.genre.includes(value)).length;
  const ruledOut = genres.filter(({ value }) => query.without.includes(value)).length;
  const set = [
    selected > 0 && (selected > 1 ? `any of ${selected}` : "1 chosen"),
    ruledOut > 0 && `without ${ruledOut}`,
  ]
    .filter(Boolean)
    .join(", ");
  // An open group stays open: it must not close when the user removes its last choice.
  const [opened] = useState(open || set !== "");
  const [whole, setWhole] = useState(false);
  const few = useFew(genres, query);
  const id = useId();
  if (genres.length === 0) return null;
  const shown = whole ? genres : genres.filter(({ value }) => few.includes(value));
  const sort = title.toLowerCase();
  return (
    <details open={opened} className="group border-t border-line pt-3 first:border-0 first:pt-0">
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 font-semibold hover:text-accent">
        <h2 className="text-base tracking-normal">{title}</h2>
        {set && <span className="text-sm font-normal text-accent">{set}</span>}
        <ChevronRightIcon
          aria-hidden="true"
          size={18}
          className="mr-2.5 ml-auto text-muted transition-transform group-open:rotate-90"
        />
      </summary>
      <ul id={id} className="mt-1 grid gap-x-8 sm:max-lg:grid-cols-2">
        {shown.map((genre) => (
          <li key={genre.value} className="flex items-center gap-1">
            <Choice genre={genre} query={query} onQuery={onQuery} />
          </li>
        ))}
      </ul>
      {few.length < genres.length && (
        <ShowAll
          expanded={whole}
          onExpanded={setWhole}
          all={`Show all ${genres.length} ${sort}`}
          fewer={`Show fewer ${sort}`}
          controls={id}
        />
      )}
      <noscript>
        {import.meta.env.SSR && shown.length < genres.length && (
          <PlainChoices label={`More ${sort}`} of={genres.filter((g) => !shown.includes(g))} />
        )}
      </noscript>
    </details>
  );
}

/** The choices that are folded away, for browsers that run no scripts. */
function PlainChoices({ label, of }: { label: string; of: readonly Genre[] }) {
  return (
    <select
      multiple
      name="genre"
      size={6}
      aria-label={label}
      className="mt-2 w-full rounded-md border border-field bg-surface px-3 py-1 text-sm"
    >
      {of.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

/**
 * Words of the genres that show while not all do: those with most titles at first, and every one that has
 * been set since. None is removed: the list must not change while a user chooses from it.
 */
function useFew(genres: readonly Genre[], { genre, without }: BrowseQuery): readonly string[] {
  const [few, setFew] = useState(() =>
    genres
      .toSorted((a, b) => b.titles - a.titles)
      .slice(0, genres.length > FEW + HARDLY_MORE ? FEW : genres.length)
      .map(({ value }) => value),
  );
  const set = genres
    .map(({ value }) => value)
    .filter((value) => [...genre, ...without].includes(value) && !few.includes(value));
  if (set.length > 0) setFew([...few, ...set]);
  return few;
}

function Choice({ genre, query, onQuery }: Omit<Props, "genres"> & { genre: Genre }) {
  const { value, name, titles } = genre;
  const ruledOut = query.without.includes(value);
  const without = query.without.filter((word) => word !== value);
  const label = `Without ${name}`;
  return (
    <>
      <Check
        name="genre"
        value={value}
        label={name}
        titles={titles}
        checked={query.genre.includes(value)}
        onToggle={() => onQuery({ ...query, genre: toggled(query.genre, value), without })}
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={ruledOut}
        onClick={() =>
          onQuery({
            ...query,
            genre: query.genre.filter((word) => word !== value),
            without: toggled(query.without, value),
          })
        }
        className="noscript:hidden inline-flex size-9 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text aria-pressed:bg-danger-bg aria-pressed:text-danger"
      >
        <BanIcon aria-hidden="true" size={16} />
      </button>
    </>
  );
}
