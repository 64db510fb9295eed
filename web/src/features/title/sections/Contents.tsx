import type { ReactNode } from "react";
import type { Section } from "@/api/extras";
import { formatCount } from "@/lib/format";
import { headingOf, inOrder } from "./names";

/** Lists that are counted; of the others a number says nothing. */
const COUNTED = new Set<string>(["characters", "staff", "episodes", "videos", "pictures"]);

/** The way to what stands further down. */
export function Contents({ sections }: { sections: readonly Section[] }) {
  const { first, last } = inOrder(sections);
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
