import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type PersonDetails, partsQuery } from "@/api/extras";
import { formatDate } from "@/lib/format";
import { roleText } from "@/lib/role-text";
import { useShowMore } from "@/lib/useShowMore";
import { Portrait } from "@/ui/Portrait";
import { Credit, Credits, FEW } from "./Credits";
import { CreditsHead } from "./CreditsHead";

type Role = PersonDetails["roles"]["items"][number];

/** Somebody who makes titles: the characters that they voice, and what else they made. */
export function PersonPage({ person }: { person: PersonDetails }) {
  const { id, roles, staff, other_names: others, birthday, website_url: site } = person;
  const allRoles = useShowMore(
    useInfiniteQuery({
      ...partsQuery("/api/v1/people/{id}/voices", id, roles),
    }),
    FEW,
  );
  const allStaff = useShowMore(
    useInfiniteQuery({
      ...partsQuery("/api/v1/people/{id}/staff", id, staff),
    }),
    FEW,
  );
  return (
    <article className="page grid grid-cols-[minmax(0,1fr)] gap-12 py-8 sm:py-12">
      <CreditsHead
        kind="person"
        of={person}
        facts={[
          ["Also known as", others.join(", ")],
          ["Born", formatDate(birthday)],
          [
            "Site",
            site && (
              <a
                href={site}
                rel="noopener noreferrer nofollow"
                className="underline decoration-field underline-offset-4 hover:text-accent"
              >
                {site.replace(/^https?:\/\/|\/$/g, "")}
              </a>
            ),
          ],
        ]}
      />
      <Credits
        heading="Voices"
        parts={allRoles}
        total={roles.total}
        keyOf={({ title, character, language }) => `${title.mal_id} ${character.id} ${language}`}
        item={(role) => <VoiceRole role={role} />}
      />
      <Credits
        heading="Staff"
        parts={allStaff}
        total={staff.total}
        keyOf={({ title, positions }) => `${title.mal_id} ${positions.join()}`}
        item={({ title, positions }) => <Credit title={title} said={positions.join(", ")} />}
      />
    </article>
  );
}

function VoiceRole({ role: { title, character, role, language } }: { role: Role }) {
  const said = language === "Japanese" ? roleText(role) : `${roleText(role)}, ${language}`;
  return (
    <Credit
      title={title}
      said={said}
      beside={
        <Link
          href={`/character/${character.id}`}
          className="group flex min-w-24 grow basis-[min-content] items-center justify-end gap-2 rounded-lg text-right transition-colors sm:gap-3 sm:pl-2 hover:bg-raised focus-visible:-outline-offset-3"
        >
          <span
            title={character.name}
            className="line-clamp-3 min-w-0 text-sm leading-snug wrap-break-word group-hover:underline"
          >
            <span className="sr-only">as </span>
            {character.name}
          </span>
          <Portrait
            kind="character"
            of={character}
            sizes="64px"
            className="h-full! w-16! shrink-0"
          />
        </Link>
      }
    />
  );
}
