import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import type { NamedTitle } from "@/api/extras";
import { formatCount } from "@/lib/format";
import { displayTitle } from "@/lib/names";
import type { useShowMore } from "@/lib/useShowMore";
import { Poster } from "@/ui/Poster";
import { ShowMore } from "@/ui/ShowMore";

/** Number of titles that show at first. */
export const FEW = 24;

interface Props<Item> {
  heading: string;
  parts: ReturnType<typeof useShowMore<Item>>;
  total: number;
  /** Returns a key that is unique among the items. */
  keyOf: (item: Item) => string;
  item: (item: Item) => ReactNode;
}

/** Credits, the most popular titles first. Nothing without credits of that kind. */
export function Credits<Item>({ heading, parts, total, keyOf, item }: Props<Item>) {
  const id = useId();
  if (total === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {heading}{" "}
        <span className="ml-3 text-base font-medium text-muted tabular-nums">
          {formatCount(total)}
        </span>
      </h2>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {parts.items?.map((one) => (
          <li key={keyOf(one)}>{item(one)}</li>
        ))}
      </ul>
      {parts.more && <ShowMore {...parts.more} />}
    </section>
  );
}

interface CreditProps {
  title: NamedTitle;
  /** What the person or the character is in the title. */
  said: ReactNode;
  /** The other part: the character whom a person voices. */
  beside?: ReactNode;
}

/** A title, and what somebody is in it. Of two parts each has room for its longest word first, and they share what is left. */
export function Credit({ title, said, beside }: CreditProps) {
  const name = displayTitle(title);
  const facts = [title.type, title.year].filter(Boolean).join(" · ");
  return (
    <div className="flex h-24 overflow-hidden rounded-lg border border-line bg-surface">
      <Link
        href={`/anime/${title.slug}`}
        className="group flex min-w-24 grow basis-[min-content] items-center gap-2 rounded-lg pr-2 transition-colors sm:gap-3 hover:bg-raised focus-visible:-outline-offset-3"
      >
        <Poster
          malId={title.mal_id}
          src={title.image_url}
          sizes="64px"
          className="h-full! w-16! shrink-0"
        />
        <span className="min-w-0 grow">
          <span
            title={name}
            className="line-clamp-2 text-sm leading-snug font-semibold wrap-break-word group-hover:underline"
          >
            {name}
          </span>
          <span className="block w-0 min-w-full truncate text-xs text-muted">{facts}</span>
          <span className="line-clamp-2 text-xs wrap-anywhere text-muted">{said}</span>
        </span>
      </Link>
      {beside}
    </div>
  );
}
