import { type ReactNode, useId } from "react";

interface Props {
  /** The section's id, to which the fragment of an address leads. */
  id?: string;
  title: string;
  lead: string;
  children: ReactNode;
}

/** A section of the account page. */
export function Section({ id, title, lead, children }: Props) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="rounded-lg border border-line bg-surface p-5 sm:p-7"
    >
      <h2 id={heading} className="text-lg">
        {title}
      </h2>
      <p className="mt-1.5 mb-5 max-w-text text-muted">{lead}</p>
      {children}
    </section>
  );
}
