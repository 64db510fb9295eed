import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  lead: string;
  children: ReactNode;
}

/** One matter of the account page. */
export function Section({ title, lead, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-5 sm:p-7">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p className="mt-1.5 mb-5 max-w-text text-muted">{lead}</p>
      {children}
    </section>
  );
}
