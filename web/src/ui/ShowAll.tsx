import type { ReactNode } from "react";
import { Button } from "./Button";

interface Props {
  expanded: boolean;
  onExpanded: (whole: boolean) => void;
  /** The button's label while a part shows; `fewer` is the one while all shows. */
  all: ReactNode;
  fewer: ReactNode;
  /** The id of the element that the button makes longer. */
  controls: string;
  className?: string;
}

/** Stands below what shows in part. It keeps the focus, and stays in sight when that becomes shorter. */
export function ShowAll({ expanded, onExpanded, all, fewer, controls, className = "" }: Props) {
  return (
    <Button
      variant="quiet"
      className={`noscript:hidden -ml-2 justify-self-start px-2! text-accent! ${className}`}
      aria-expanded={expanded}
      aria-controls={controls}
      onClick={({ currentTarget: button }) => {
        onExpanded(!expanded);
        if (expanded) requestAnimationFrame(() => button.scrollIntoView({ block: "nearest" }));
      }}
    >
      {expanded ? fewer : all}
    </Button>
  );
}
