import { Link } from "wouter";
import { type CastMember, partsQuery } from "@/api/extras";
import { useBrowserInfiniteQuery } from "@/lib/browser-query";
import { roleText } from "@/lib/role-text";
import { useShowMore } from "@/lib/useShowMore";
import { Portrait } from "@/ui/Portrait";
import { ShowMore } from "@/ui/ShowMore";
import { Skeleton } from "@/ui/Spinner";
import { placeholderKeys } from "./placeholder-keys";
import { SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

/** Number of characters that show at first. */
const FEW = 12;

/** With letters too large for both beside one another the voice stands below. */
const memberHeight = "h-[4.6875rem] max-[19rem]:h-[9.375rem]";

const grid = "grid gap-3 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2";
/** The longest names have three lines where they have half of a phone's width. */
const nameClass =
  "line-clamp-3 text-xs leading-tight wrap-anywhere group-hover:underline lg:text-sm";
const portraitClass = "h-full! w-12! shrink-0 lg:w-14!";

/** The title's characters, each with their voice actor in the original. */
export function Characters({ malId, count }: SectionProps) {
  const { place, near } = usePlace();
  const query = useBrowserInfiniteQuery({
    ...partsQuery<CastMember>("/api/v1/anime/{id}/characters", malId),
    enabled: near,
  });
  const { items, more } = useShowMore(query, FEW);
  return (
    <SectionFrame
      name="characters"
      place={place}
      query={query}
      skeleton={
        <>
          <div className={grid}>
            {placeholderKeys(count, FEW).map((key) => (
              <Skeleton key={key} className={`${memberHeight} rounded-lg`} />
            ))}
          </div>
          {count > FEW && <div className="h-24" />}
        </>
      }
    >
      <ul className={grid}>
        {items?.map((member) => (
          <Member key={member.character.id} member={member} />
        ))}
      </ul>
      {more && <ShowMore {...more} />}
    </SectionFrame>
  );
}

/** A character to the left, with the voice actor to the right. */
function Member({ member: { character, role, voices } }: { member: CastMember }) {
  const voice = voices.find(({ language }) => language === "Japanese");
  return (
    <li
      className={`flex ${memberHeight} overflow-hidden rounded-lg border border-line bg-surface [contain-intrinsic-size:auto_4.6875rem] [content-visibility:auto] max-[19rem]:flex-col`}
    >
      <Link
        href={`/character/${character.id}`}
        className="group flex min-w-0 flex-1 items-center gap-2 rounded-lg transition-colors hover:bg-raised focus-visible:-outline-offset-3"
      >
        <Portrait kind="character" of={character} className={portraitClass} />
        <span className="min-w-0">
          <span title={character.name} className={`font-semibold ${nameClass}`}>
            {character.name}
          </span>
          <span className="block text-xs leading-tight text-muted">{roleText(role)}</span>
        </span>
      </Link>
      {voice && (
        <Link
          href={`/person/${voice.person.id}`}
          className="group flex min-w-0 flex-1 items-center justify-end gap-2 rounded-lg pl-2 text-right max-[19rem]:flex-row-reverse max-[19rem]:pl-0 max-[19rem]:text-left transition-colors hover:bg-raised focus-visible:-outline-offset-3"
        >
          <span className="min-w-0">
            <span title={voice.person.name} className={nameClass}>
              <span className="sr-only">Voice: </span>
              {voice.person.name}
            </span>
            <span className="block text-xs leading-tight text-muted">{voice.language}</span>
          </span>
          <Portrait kind="person" of={voice.person} className={portraitClass} />
        </Link>
      )}
    </li>
  );
}
