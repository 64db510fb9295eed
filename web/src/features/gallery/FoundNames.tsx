import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Link } from "wouter";
import { namedQuery } from "@/api/extras";
import { useRetryFailed } from "@/api/retry";
import { formatCount } from "@/lib/format";
import { useNear } from "@/lib/useNear";
import { useParts } from "@/lib/useParts";
import { FailureNotice } from "@/ui/FailureNotice";
import { Portrait } from "@/ui/Portrait";
import { ShowMore } from "@/ui/ShowMore";

/** How many show at first. */
const FEW = 12;

/** The people and characters whose names begin with the text; nothing where nobody is called so. */
export function FoundNames({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  const retry = useRetryFailed();
  const people = useInfiniteQuery({ ...namedQuery("/api/v1/people", text), enabled: near });
  const characters = useInfiniteQuery({ ...namedQuery("/api/v1/characters", text), enabled: near });
  const failed = [people, characters].find(({ error, data }) => error && !data);
  return (
    <div ref={place} className="grid gap-10 noscript:hidden">
      <Found heading="People" kind="person" query={people} />
      <Found heading="Characters" kind="character" query={characters} />
      {failed && (
        <FailureNotice error={failed.error} onRetry={retry} retrying={failed.isFetching} />
      )}
    </div>
  );
}

interface FoundProps {
  heading: string;
  kind: "person" | "character";
  query: Parameters<typeof useParts<Named>>[0];
}

interface Named {
  id: number;
  name: string;
  image_url: string | null;
}

function Found({ heading, kind, query }: FoundProps) {
  const id = useId();
  const { items, more } = useParts<Named>(query, FEW);
  const total = query.data?.pages.at(-1)?.total ?? 0;
  if (total === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {heading}
        <span className="ml-3 text-base font-medium text-muted tabular-nums">
          {formatCount(total)}
        </span>
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {items?.map((one) => (
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
