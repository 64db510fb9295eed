import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type CharacterDetails, partsQuery, type Voice } from "@/api/extras";
import { roleText } from "@/lib/role-text";
import { useShowMore } from "@/lib/useShowMore";
import { PersonItem } from "@/ui/PersonItem";
import { Credit, Credits, FEW } from "./Credits";
import { CreditsHead } from "./CreditsHead";

/** A character: what they are in, and who speaks them. */
export function CharacterPage({ character }: { character: CharacterDetails }) {
  const { id, appearances, nicknames, voices } = character;
  const all = useShowMore(
    useInfiniteQuery({
      ...partsQuery("/api/v1/characters/{id}/appearances", id, appearances),
    }),
    FEW,
  );
  return (
    <article className="page grid grid-cols-[minmax(0,1fr)] gap-12 py-8 sm:py-12">
      <CreditsHead
        kind="character"
        of={character}
        facts={[["Also known as", nicknames.join(", ")]]}
      />
      <Credits
        heading="Appears in"
        parts={all}
        total={appearances.total}
        keyOf={({ title }) => String(title.mal_id)}
        item={({ title, role }) => <Credit title={title} said={roleText(role)} />}
      />
      <Voices voices={voices} />
    </article>
  );
}

/** The voice actors of a character, those of the original first. */
function Voices({ voices }: { voices: readonly Voice[] }) {
  const id = useId();
  if (voices.length === 0) return null;
  const isOther = ({ language }: Voice) => Number(language !== "Japanese");
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        Voices
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {voices
          .toSorted((a, b) => isOther(a) - isOther(b))
          .map(({ person, language }) => (
            <PersonItem key={`${language} ${person.id}`} person={person} caption={language} />
          ))}
      </ul>
    </section>
  );
}
