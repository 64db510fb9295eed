import type { ReactNode } from "react";
import { Button } from "./Button";

interface Props {
  whole: boolean;
  onWhole: (whole: boolean) => void;
  /** What the button says while some show, and while all do. */
  all: ReactNode;
  fewer: ReactNode;
  /** The id of what it makes longer. */
  controls: string;
  className?: string;
}

/** Stands below what shows in part. It keeps the focus, and stays in sight when that becomes shorter. */
export function ShowAll({ whole, onWhole, all, fewer, controls, className = "" }: Props) {
  return (
    <Button
      variant="quiet"
      className={`noscript:hidden -ml-2 justify-self-start px-2! text-accent! ${className}`}
      aria-expanded={whole}
      aria-controls={controls}
      onClick={({ currentTarget: button }) => {
        onWhole(!whole);
        if (whole) requestAnimationFrame(() => button.scrollIntoView({ block: "nearest" }));
      }}
    >
      {whole ? fewer : all}
    </Button>
  );
}
