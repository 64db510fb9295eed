import type { ReactNode } from "react";
import type { Section } from "@/api/extras";
import { useBrowserInfiniteQuery } from "@/lib/browser-query";
import { formatCount } from "@/lib/format";
import { headingOf, inOrder } from "./names";
import { picturesQuery } from "./picturesQuery";

/** Lists that are counted. Of the others a number says nothing, or may be of more than what shows, as of pictures. */
const COUNTED = new Set<string>(["characters", "staff", "episodes", "videos"]);

/** Links to the sections further down the page. */
export function Contents({ malId, sections }: { malId: number; sections: readonly Section[] }) {
  // Asked for by their own section, which is not there where none can be shown
  const { data } = useBrowserInfiniteQuery({ ...picturesQuery(malId), enabled: false });
  const isThere = ({ name }: Section) => name !== "pictures" || data?.pages[0]?.total !== 0;
  const { first, last } = inOrder(sections.filter(isThere));
  return (
    <nav aria-label="On this page" className="noscript:hidden -mt-4">
      <ul className="flex flex-wrap gap-2">
        {first.map(toSection)}
        <Chip to="ratings">Ratings</Chip>
        <Chip to="reviews">Reviews</Chip>
        {last.map(toSection)}
      </ul>
    </nav>
  );
}

const toSection = ({ name, count }: Section) => (
  <Chip key={name} to={name}>
    {headingOf(name)}
    {COUNTED.has(name) && (
      <span className="font-medium text-muted tabular-nums">{formatCount(count)}</span>
    )}
  </Chip>
);

function Chip({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={`#${to}`}
        className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-3.5 text-sm font-semibold transition-colors hover:border-field hover:bg-raised"
      >
        {children}
      </a>
    </li>
  );
}
