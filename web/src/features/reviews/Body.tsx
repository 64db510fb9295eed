import { Fragment, type ReactNode, useState } from "react";
import type { Block, Inline } from "@/api/reviews";
import { hasSpoiler } from "./tree";

/**
 * What a review says.
 *
 * **Invariant:** the tree becomes elements, and its texts become texts: nothing that somebody wrote is ever read as
 * markup. What a spoiler hides is not in the document before somebody wants to know.
 */
export function Body({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere">
      <Blocks blocks={blocks} />
    </div>
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

const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <Each of={blocks}>{(block) => <OneBlock block={block} />}</Each>
);

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
  const items = (
    <Each of={block.items}>
      {({ children }) => (
        <li>
          <Blocks blocks={children} />
        </li>
      )}
    </Each>
  );
  if (block.start === null) return <ul className="grid list-disc gap-1 pl-6">{items}</ul>;
  return (
    <ol start={block.start} className="grid list-decimal gap-1 pl-8">
      {items}
    </ol>
  );
}

interface InlinesProps {
  parts: readonly Inline[];
  /** Spoilers show as the text around them: one wanted to know. */
  revealed?: boolean;
}

const Inlines = ({ parts, revealed = false }: InlinesProps) => (
  <Each of={parts}>{(part) => <OneInline part={part} revealed={revealed} />}</Each>
);

function OneInline({ part, revealed }: { part: Inline; revealed: boolean }) {
  if (part.type === "text") return part.text;
  if (part.type === "break") return <br />;
  // No button stands within a link.
  const hides = part.type === "spoiler" || (part.type === "link" && hasSpoiler(part.children));
  const shown = <Inlines parts={part.children} revealed={revealed || hides} />;
  const content = <Marked part={part}>{shown}</Marked>;
  return hides && !revealed ? <Spoiler>{content}</Spoiler> : content;
}

type Marking = Exclude<Inline, { type: "text" | "break" }>;

function Marked({ part, children }: { part: Marking; children: ReactNode }) {
  if (part.type === "emphasis") return <em>{children}</em>;
  if (part.type === "strong") return <strong>{children}</strong>;
  // The server allows no other; where it did, it would be text.
  if (part.type !== "link" || !/^https?:\/\//.test(part.href)) return children;
  return (
    <a
      href={part.href}
      rel="nofollow ugc noopener"
      className="text-accent underline underline-offset-4"
    >
      {children}
    </a>
  );
}

/** A part of a line that tells what happens. */
function Spoiler({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="rounded-sm border border-field bg-raised px-2 text-sm font-semibold transition-colors hover:border-text"
      >
        {open ? "Hide spoiler" : "Show spoiler"}
      </button>
      {open && (
        <span className="ml-1 rounded-sm bg-raised box-decoration-clone px-1">{children}</span>
      )}
    </>
  );
}
