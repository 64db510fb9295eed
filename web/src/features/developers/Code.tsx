import type { ReactNode } from "react";

interface Props {
  /** The name of the code for those who do not see what it stands by. */
  label: string;
  /** Whether the box is tall enough for long answers. */
  tall?: boolean;
  children: ReactNode;
}

/** Lines of code, which scroll in their own box; the keyboard reaches it. */
export function CodeBlock({ label, tall = false, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark for each of them
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className={`overflow-auto rounded-md border border-line bg-surface ${tall ? "max-h-[28rem]" : ""}`}
    >
      <pre className="w-max min-w-full p-4 font-mono text-xs leading-relaxed">{children}</pre>
    </div>
  );
}
