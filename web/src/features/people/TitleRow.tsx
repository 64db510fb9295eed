import type { ReactNode } from "react";
import { Link } from "wouter";
import type { PageTitle } from "@/api/people";
import { displayTitle } from "@/lib/names";
import { Poster } from "@/ui/Poster";

interface Props {
  title: PageTitle;
  /** The facts of somebody's entry, beside the title's name. */
  children: ReactNode;
}

/** A title of a list: poster and name, and what somebody keeps of it. */
export function TitleRow({ title, children }: Props) {
  const name = displayTitle(title);
  const facts = [title.kind, title.year].filter(Boolean).join(" · ");
  return (
    <li className="flex items-center gap-4 border-b border-line py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <Poster
        malId={title.mal_id}
        src={title.image_url}
        sizes="56px"
        className="w-14! shrink-0 self-start rounded-sm"
      />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="min-w-0">
          <Link
            href={`/anime/${title.mal_id}`}
            title={name}
            className="line-clamp-2 rounded-sm leading-snug font-semibold wrap-anywhere underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          {facts && <p className="text-sm text-muted">{facts}</p>}
        </div>
        {children}
      </div>
    </li>
  );
}

/** A score, or a mark that there is none. */
export function ScoreMark({ text }: { text: string | null }) {
  return text === null ? (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">no score</span>
    </span>
  ) : (
    <span className="font-semibold tabular-nums">{text}</span>
  );
}
