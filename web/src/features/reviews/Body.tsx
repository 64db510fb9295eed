import { Fragment, type ReactNode, useMemo } from "react";
import type { Block, Inline } from "@/api/reviews";
import { Spoiler, Spoilers, useHides } from "./Spoiler";
import { hiddenHost, shows, spoilerBegins, spoilerOf } from "./tree";

/**
 * The content of a review.
 *
 * **Invariant:** the tree becomes elements, and its texts become texts: nothing that somebody wrote is ever read as
 * markup. What a spoiler hides is not in the document before somebody wants to know.
 */
export function Body({ blocks }: { blocks: readonly Block[] }) {
  const begins = useMemo(() => spoilerBegins(blocks), [blocks]);
  return (
    <Spoilers begins={begins}>
      <div className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere">
        <Blocks blocks={blocks} />
      </div>
    </Spoilers>
  );
}

interface EachProps<Part> {
  of: readonly Part[];
  children: (part: Part) => ReactNode;
}

function Each<Part>({ of, children }: EachProps<Part>) {
  return of.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never change their places
    <Fragment key={index}>{children(part)}</Fragment>
  ));
}

/** A block of which all waits, and begins further up, leaves no empty place. */
function Blocks({ blocks }: { blocks: readonly Block[] }) {
  const hides = useHides();
  return <Each of={blocks}>{(block) => shows(block, hides) && <OneBlock block={block} />}</Each>;
}

function OneBlock({ block }: { block: Block }) {
  if (block.type === "paragraph") {
    return (
      <p dir="auto">
        <Inlines parts={block.children} />
      </p>
    );
  }
  if (block.type === "quote") {
    return (
      <blockquote className="grid gap-3 border-l-4 border-line pl-4 text-muted">
        <Blocks blocks={block.children} />
      </blockquote>
    );
  }
  const items = <Each of={block.items}>{({ children }) => <Item blocks={children} />}</Each>;
  if (block.start === null) return <ul className="grid list-disc gap-1 pl-6">{items}</ul>;
  return (
    <ol start={block.start} className="grid list-decimal gap-1 pl-8">
      {items}
    </ol>
  );
}

function Item({ blocks }: { blocks: readonly Block[] }) {
  const hides = useHides();
  if (!blocks.some((block) => shows(block, hides))) return null;
  return (
    <li>
      <Blocks blocks={blocks} />
    </li>
  );
}

interface InlinesProps {
  parts: readonly Inline[];
  /** Whether spoilers show as the text around them does, since the reader opened one. */
  revealed?: boolean;
}

const Inlines = ({ parts, revealed = false }: InlinesProps) => (
  <Each of={parts}>{(part) => <OneInline part={part} revealed={revealed} />}</Each>
);

function OneInline({ part, revealed }: { part: Inline; revealed: boolean }) {
  if (part.type === "text") return part.text;
  if (part.type === "break") return <br />;
  const number = revealed ? null : spoilerOf(part);
  const shown = <Inlines parts={part.children} revealed={revealed || number !== null} />;
  const content = <Marked part={part}>{shown}</Marked>;
  if (number === null) return content;
  return (
    <Spoiler number={number} part={part}>
      {content}
    </Spoiler>
  );
}

type Marking = Exclude<Inline, { type: "text" | "break" }>;

function Marked({ part, children }: { part: Marking; children: ReactNode }) {
  if (part.type === "emphasis") return <em>{children}</em>;
  if (part.type === "strong") return <strong>{children}</strong>;
  // The server allows no other; where it did, it would be text.
  if (part.type !== "link" || !/^https?:\/\//.test(part.href)) return children;
  const host = hiddenHost(part);
  return (
    <>
      <a
        href={part.href}
        rel="nofollow ugc noopener"
        className="text-accent underline underline-offset-4"
      >
        {children}
      </a>
      {host && <span className="text-muted"> ({host})</span>}
    </>
  );
}
