import type { ReactNode } from "react";
import type { SuggestedTitle, Suggestions } from "@/api/types";
import { displayTitle, otherName } from "@/lib/names";
import { Portrait } from "./Portrait";
import { Poster } from "./Poster";

type SuggestedName = Suggestions["people"][number];

/** A suggestion that may be chosen. */
export interface Option {
  /** A key that is unique among the options, whatever is typed. */
  key: string;
  choose: () => void;
  content: ReactNode;
}

/** A group of suggestions: titles, people or characters. */
export interface Group {
  name: string;
  options: Option[];
}

interface Chosen {
  onChosen: (title: SuggestedTitle) => void;
  /** Opens the page of a person or a character; without it there are none. */
  onNamed?: ((path: string) => void) | undefined;
}

/** What is suggested: titles first, then people and characters, unless one of these is meant. */
export function groupsOf(found: Suggestions, { onChosen, onNamed }: Chosen): Group[] {
  const named = (kind: "person" | "character", of: SuggestedName): Option => ({
    key: `${kind}-${of.id}`,
    choose: () => onNamed?.(`/${kind}/${of.id}`),
    content: <Name kind={kind} of={of} />,
  });
  const titles = found.items.map((item) => ({
    key: `anime-${item.mal_id}`,
    choose: () => onChosen(item),
    content: <Title item={item} />,
  }));
  const people = onNamed ? found.people.map((of) => named("person", of)) : [];
  const characters = onNamed ? found.characters.map((of) => named("character", of)) : [];
  const anime = { name: "Anime", options: titles };
  const names = [
    { name: "People", options: people },
    { name: "Characters", options: characters },
  ];
  return (found.names_first ? [...names, anime] : [anime, ...names]).filter(
    ({ options }) => options.length > 0,
  );
}

function Title({ item }: { item: SuggestedTitle }) {
  const title = displayTitle(item);
  const other = otherName(item.name, title);
  return (
    <>
      <span className="w-10 shrink-0 overflow-hidden rounded-sm">
        <Poster malId={item.mal_id} src={item.image_url} eager sizes="40px" />
      </span>
      <span className="grid min-w-0 gap-0.5">
        <span className="line-clamp-2 font-semibold">{title}</span>
        {other && <span className="truncate text-sm text-muted">{other}</span>}
        <span className="text-sm text-muted">
          {[item.type, item.year].filter(Boolean).join(" · ")}
        </span>
      </span>
    </>
  );
}

function Name({ kind, of }: { kind: "person" | "character"; of: SuggestedName }) {
  return (
    <>
      <span className="w-10 shrink-0 overflow-hidden rounded-sm">
        <Portrait kind={kind} of={of} eager sizes="40px" />
      </span>
      <span className="line-clamp-2 min-w-0 font-semibold">{of.name}</span>
    </>
  );
}
