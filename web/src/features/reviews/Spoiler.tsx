import { createContext, type ReactNode, useContext, useState } from "react";
import type { Inline } from "@/api/reviews";
import { spoilerOf } from "./tree";

interface State {
  /** The first part of each spoiler, by the spoiler's number. */
  begins: ReadonlyMap<number, Inline>;
  open: ReadonlySet<number>;
  toggle: (number: number) => void;
}

const Context = createContext<State>({ begins: new Map(), open: new Set(), toggle: () => {} });

interface Props {
  begins: State["begins"];
  children: ReactNode;
}

/** Remembers which spoilers of a text the reader has opened. */
export function Spoilers({ begins, children }: Props) {
  const [open, setOpen] = useState<State["open"]>(new Set());
  const toggle = (number: number) => {
    const others = new Set(open);
    if (!others.delete(number)) others.add(number);
    setOpen(others);
  };
  return <Context value={{ begins, open, toggle }}>{children}</Context>;
}

/** Tells of which parts nothing shows, not even a button: those with which a spoiler goes on that waits. */
export function useHides() {
  const { begins, open } = useContext(Context);
  return (part: Inline) => {
    const number = spoilerOf(part);
    return number !== null && !open.has(number) && begins.get(number) !== part;
  };
}

interface SpoilerProps {
  number: number;
  part: Inline;
  children: ReactNode;
}

/** A part of a line that tells what happens. The button is where the spoiler begins, and shows all of it. */
export function Spoiler({ number, part, children }: SpoilerProps) {
  const { begins, open, toggle } = useContext(Context);
  const isOpen = open.has(number);
  return (
    <>
      {begins.get(number) === part && (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => toggle(number)}
            className="rounded-sm border border-field bg-raised px-2 text-sm font-semibold transition-colors hover:border-text"
          >
            {isOpen ? "Hide spoiler" : "Show spoiler"}
          </button>
          <span className="hidden text-sm text-muted noscript:inline">[spoiler]</span>
        </>
      )}
      {isOpen && (
        <span className="ml-1 rounded-sm bg-raised box-decoration-clone px-1">{children}</span>
      )}
    </>
  );
}
