import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type RefObject, useId } from "react";
import { Link } from "wouter";
import { namedQuery } from "@/api/extras";
import { suggestQuery } from "@/api/query";
import { useRetryFailed } from "@/api/retry";
import { formatCount, titleCount } from "@/lib/format";
import { useNear } from "@/lib/useNear";
import { useShowMore } from "@/lib/useShowMore";
import { FailureNotice } from "@/ui/FailureNotice";
import { Portrait } from "@/ui/Portrait";
import { ShowMore } from "@/ui/ShowMore";

/** Number of people and of characters that show at first. */
const FEW = 12;

/**
 * The people and characters whose names begin with the text, asked for once the place is near. Where one of them is
 * meant rather than any title, the first of them are there with the page.
 */
export function useFoundNames(text: string, place: RefObject<Element | null>) {
  const enabled = useNear(place);
  const suggestion = useQuery({ ...suggestQuery(text), enabled });
  const namesFirst = suggestion.data?.names_first ? suggestion.data : null;
  const people = useInfiniteQuery({ ...namedQuery("/api/v1/people", text), enabled });
  const characters = useInfiniteQuery({ ...namedQuery("/api/v1/characters", text), enabled });
  const kinds = {
    people: { query: people, suggested: namesFirst?.people ?? [] },
    characters: { query: characters, suggested: namesFirst?.characters ?? [] },
  };
  return {
    ...kinds,
    areFirst: namesFirst !== null,
    /** Whether it is not known yet if people and characters come before titles. */
    isPlaceAwaited: isAwaited(suggestion),
    isAwaited: isAwaited(people) || isAwaited(characters),
    areFound: Object.values(kinds).some((kind) => itemsOf(kind).length > 0),
    counts: { people: totalOf(people), characters: totalOf(characters) },
  };
}

const isAwaited = ({ isPending, isPaused }: { isPending: boolean; isPaused: boolean }) =>
  isPending && !isPaused;

type Names = ReturnType<typeof useFoundNames>;

interface Kind {
  query: Parameters<typeof useShowMore<Named>>[0];
  /** Suggested names, which show until the answer is there. */
  suggested: Named[];
}

const itemsOf = ({ query, suggested }: Kind) =>
  query.data?.pages.flatMap(({ items }) => items) ?? suggested;

/** Returns the number of names found; null while only some are known. */
const totalOf = ({ data }: Pick<Kind["query"], "data">) => data?.pages.at(-1)?.total ?? null;

interface FoundCountsProps {
  titles: number;
  /** The numbers of names found; null while there is no place to which links could lead. */
  counts: Names["counts"] | null;
}

/** How much a search finds, with the ways down to names; they come late, so this line is there before. */
export function FoundCounts({ titles, counts }: FoundCountsProps) {
  const way = (count: number | null | undefined, place: string, one: string, many: string) =>
    !!count && (
      <>
        {" · "}
        <a href={`#${place}`} className="underline underline-offset-4 hover:text-text">
          {formatCount(count)} {count === 1 ? one : many}
        </a>
      </>
    );
  return (
    <>
      {titleCount(titles)}
      {way(counts?.people, "people", "person", "people")}
      {way(counts?.characters, "characters", "character", "characters")}
    </>
  );
}

/** Matching people and characters; nothing without a match. */
export function FoundNames({ names: { people, characters } }: { names: Names }) {
  const retry = useRetryFailed();
  const failed = [people.query, characters.query].find(({ error, data }) => error && !data);
  return (
    <div className="grid gap-10 empty:hidden">
      <Found heading="People" kind="person" place="people" {...people} />
      <Found heading="Characters" kind="character" place="characters" {...characters} />
      {failed && (
        <FailureNotice error={failed.error} onRetry={retry} retrying={failed.isFetching} />
      )}
    </div>
  );
}

interface FoundProps extends Kind {
  heading: string;
  kind: "person" | "character";
  /** The id of the section in the page. */
  place: string;
}

interface Named {
  id: number;
  name: string;
  image_url: string | null;
}

function Found({ heading, kind, place, query, suggested }: FoundProps) {
  const id = useId();
  const { items = suggested, more } = useShowMore<Named>(query, FEW);
  const total = totalOf(query);
  if (items.length === 0) return null;
  return (
    <section id={place} aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {heading}
        {total !== null && (
          <span className="ml-3 text-base font-medium text-muted tabular-nums">
            {formatCount(total)}
          </span>
        )}
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {items.map((one) => (
          <li key={one.id}>
            <Link
              href={`/${kind}/${one.id}`}
              className="group flex h-[4.6875rem] items-center gap-3 overflow-hidden rounded-lg border border-line bg-surface pr-3 transition-colors hover:bg-raised focus-visible:-outline-offset-3"
            >
              <Portrait kind={kind} of={one} className="h-full! w-14! shrink-0" />
              <span className="line-clamp-2 min-w-0 text-sm leading-snug font-semibold wrap-anywhere group-hover:underline">
                {one.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more && <ShowMore {...more} />}
    </section>
  );
}
