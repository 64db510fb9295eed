import type { ReactNode } from "react";
import { usePageTitle } from "./page-title";

interface TextPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A page to read: a title, the gist in one sentence, then sections with `<h2>`. */
export function TextPage({ title, lead, children }: TextPageProps) {
  usePageTitle(title);
  return (
    <article className="page grid grid-cols-1 gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
      <header className="lg:sticky lg:top-32 lg:self-start">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-5 max-w-md text-lg text-muted">{lead}</p>
      </header>
      <div className="prose">{children}</div>
    </article>
  );
}
