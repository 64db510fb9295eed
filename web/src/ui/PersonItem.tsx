import { Link } from "wouter";
import { Portrait } from "./Portrait";

interface Props {
  person: { id: number; name: string; image_url: string | null };
  /** As what they are listed. */
  said: string;
}

/** Somebody who makes titles, as an item of a list; it leads to their page. */
export function PersonItem({ person, said }: Props) {
  return (
    <li className="h-[4.6875rem] overflow-hidden rounded-lg border border-line bg-surface">
      <Link
        href={`/person/${person.id}`}
        className="group flex h-full items-center gap-3 rounded-lg pr-3 transition-colors hover:bg-raised focus-visible:-outline-offset-3"
      >
        <Portrait kind="person" of={person} className="h-full! w-14! shrink-0" />
        <span className="min-w-0">
          <span
            title={person.name}
            className="line-clamp-2 text-sm leading-tight font-semibold wrap-anywhere group-hover:underline"
          >
            {person.name}
          </span>
          <span title={said} className="line-clamp-2 text-xs leading-tight text-muted">
            {said}
          </span>
        </span>
      </Link>
    </li>
  );
}
