import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { partsQuery, type StaffMember } from "@/api/extras";
import { useParts } from "@/lib/useParts";
import { Portrait } from "@/ui/Portrait";
import { ShowMore } from "@/ui/ShowMore";
import { Skeleton } from "@/ui/Spinner";
import { places } from "./places";
import { SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

/** How many show at first. */
const FEW = 9;

const grid = "grid gap-3 sm:grid-cols-2 xl:grid-cols-3";

/** Who made it. */
export function Staff({ malId, count }: SectionProps) {
  const { place, near } = usePlace();
  const query = useInfiniteQuery({
    ...partsQuery<StaffMember>("/api/v1/anime/{id}/staff", malId),
    enabled: near,
  });
  const { items, more } = useParts(query, FEW);
  return (
    <SectionFrame
      name="staff"
      place={place}
      query={query}
      skeleton={
        <>
          <div className={grid}>
            {places(count, FEW).map((key) => (
              <Skeleton key={key} className="h-[4.6875rem] rounded-lg" />
            ))}
          </div>
          {count > FEW && <div className="h-24" />}
        </>
      }
    >
      <ul className={grid}>
        {items?.map((member) => (
          <Member key={member.person.id} member={member} />
        ))}
      </ul>
      {more && <ShowMore {...more} />}
    </SectionFrame>
  );
}

function Member({ member: { person, positions } }: { member: StaffMember }) {
  const said = positions.join(", ");
  return (
    <li className="h-[4.6875rem] overflow-hidden rounded-lg border border-line bg-surface">
      <Link
        href={`/person/${person.id}`}
        className="group flex h-full items-center gap-3 rounded-lg pr-3 transition-colors hover:bg-raised focus-visible:-outline-offset-3"
      >
        <Portrait kind="person" of={person} className="h-full! w-14! shrink-0" />
        <span className="min-w-0">
          <span
            title={person.name}
            className="line-clamp-1 text-sm font-semibold wrap-anywhere group-hover:underline"
          >
            {person.name}
          </span>
          <span title={said} className="line-clamp-2 text-xs leading-snug text-muted">
            {said}
          </span>
        </span>
      </Link>
    </li>
  );
}
