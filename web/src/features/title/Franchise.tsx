import { useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { AnimeDetails } from "@/api/types";
import { displayTitle } from "@/lib/names";
import { Button } from "@/ui/Button";
import { Poster } from "@/ui/Poster";

type Entry = AnimeDetails["franchise"][number];

/** The mark of each part that does not belong to the numbered main story. */
const asides = { main: null, side_story: "Side story", recap: "Recap" } as const;
/** Number of titles that fit without scrolling on most screens. */
const FEW = 5;

interface Props {
  franchise: readonly Entry[];
  malId: number;
}

/**
 * The story this title belongs to, in order of release. One row that begins where the reader is: the main
 * story, and this title whatever it is; everything on demand.
 */
export function Franchise({ franchise, malId }: Props) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const row = useRowAtCurrent(whole);
  if (franchise.length < 2) return null;

  const places = countMain(franchise);
  const inRow = franchise.filter(({ part, mal_id }) => part === "main" || mal_id === malId);
  const more = inRow.length < franchise.length || franchise.length > FEW;
  const shown = whole ? franchise : inRow;
  return (
    <section aria-labelledby={`${id}-heading`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={`${id}-heading`} className="text-xl">
            Watch order
          </h2>
          <p className="mt-1 text-sm text-muted">{summary(places.size, franchise.length)}</p>
        </div>
        {more && (
          <Button
            variant="outline"
            aria-expanded={whole}
            aria-controls={`${id}-list`}
            onClick={() => setWhole(!whole)}
          >
            {whole ? "Show fewer" : `Show all ${franchise.length}`}
          </Button>
        )}
      </div>
      <ol
        id={`${id}-list`}
        ref={row}
        className={
          whole
            ? "mt-5 grid grid-cols-[repeat(auto-fill,minmax(clamp(6rem,12vw,7.5rem),1fr))] gap-x-4 gap-y-7"
            : "-mx-2 mt-3 flex gap-4 overflow-x-auto overscroll-x-contain px-2 pt-2 pb-4 [scrollbar-width:thin]"
        }
      >
        {shown.map((entry) => (
          <li key={entry.mal_id} className={whole ? "" : "w-32 shrink-0"}>
            <Title
              entry={entry}
              label={asides[entry.part] ?? String(places.get(entry.mal_id))}
              here={entry.mal_id === malId}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Scrolls the row, and nothing else, to the title whose page this is. */
function useRowAtCurrent(whole: boolean) {
  const row = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const here = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (whole || !row.current || !here) return;
    const { left, width } = here.getBoundingClientRect();
    const start = row.current.getBoundingClientRect().left;
    row.current.scrollLeft += left - start - (row.current.clientWidth - width) / 2;
  }, [whole]);
  return row;
}

function countMain(franchise: readonly Entry[]) {
  const main = franchise.filter(({ part }) => part === "main");
  return new Map(main.map(({ mal_id }, index) => [mal_id, index + 1]));
}

function summary(main: number, all: number): string {
  const story = `${main} in the main story, by release`;
  const beside = all - main;
  if (beside === 0) return story;
  return `${story}; ${beside} ${beside === 1 ? "side story or recap" : "side stories and recaps"}`;
}

interface TitleProps {
  entry: Entry;
  /** The title's place in the main story, or the mark of its part. */
  label: string;
  here: boolean;
}

function Title({ entry, label, here }: TitleProps) {
  const facts = [entry.type, entry.year, episodes(entry)].filter(Boolean).join(" · ");
  const content = (
    <>
      <span
        className={`relative block overflow-hidden rounded-md bg-raised ${
          here ? "outline-3 outline-offset-2 outline-accent" : ""
        }`}
      >
        <Poster
          malId={entry.mal_id}
          src={entry.image_url}
          className="transition-[scale] duration-250 group-hover:scale-[1.03]"
        />
        <span className="absolute top-2 left-2 rounded-full bg-scrim/85 px-2.5 py-0.5 text-xs font-bold text-on-scrim tabular-nums">
          {label}
        </span>
        {here && (
          <span className="absolute inset-x-0 bottom-0 bg-accent-fill px-2 py-1 text-center text-xs font-bold text-on-accent">
            You are here
          </span>
        )}
      </span>
      <span
        title={displayTitle(entry)}
        className="mt-2 line-clamp-3 text-sm font-semibold leading-snug group-hover:underline"
      >
        {displayTitle(entry)}
      </span>
      <span className="mt-1 block text-xs text-muted">{facts}</span>
    </>
  );
  if (here) return <div aria-current="page">{content}</div>;
  return (
    <Link href={`/anime/${entry.slug}`} className="group block rounded-md">
      {content}
    </Link>
  );
}

function episodes({ episodes }: Entry): string | null {
  return episodes && episodes > 1 ? `${episodes}\u00a0eps` : null;
}
