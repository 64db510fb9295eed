import { Link } from "wouter";
import { Portrait } from "./Portrait";

interface Props {
  /** The person; one without an id has no page. */
  person: { id: number | null; name: string; image_url: string | null };
  /** What the person is in the title. */
  caption: string;
}

const row = "flex h-full items-center gap-3 pr-3";

/** Somebody who makes titles, as an item of a list; it leads to their page. */
export function PersonItem({ person, caption }: Props) {
  const content = (
    <>
      <Portrait kind="person" of={person} className="h-full! w-14! shrink-0" />
      <span className="min-w-0">
        <span
          title={person.name}
          className="line-clamp-2 text-sm leading-tight font-semibold wrap-anywhere group-hover:underline"
        >
          {person.name}
        </span>
        <span title={caption} className="line-clamp-2 text-xs leading-tight text-muted">
          {caption}
        </span>
      </span>
    </>
  );
  return (
    <li className="h-[4.6875rem] overflow-hidden rounded-lg border border-line bg-surface">
      {person.id === null ? (
        <div className={row}>{content}</div>
      ) : (
        <Link
          href={`/person/${person.id}`}
          className={`group ${row} rounded-lg transition-colors hover:bg-raised focus-visible:-outline-offset-3`}
        >
          {content}
        </Link>
      )}
    </li>
  );
}
