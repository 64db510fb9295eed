import { partsQuery, type StaffMember } from "@/api/extras";
import { useBrowserInfiniteQuery } from "@/lib/browser-query";
import { useShowMore } from "@/lib/useShowMore";
import { PersonItem } from "@/ui/PersonItem";
import { ShowMore } from "@/ui/ShowMore";
import { Skeleton } from "@/ui/Spinner";
import { placeholderKeys } from "./placeholder-keys";
import { SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

/** Number of people that show at first. */
const FEW = 9;

const grid = "grid gap-3 sm:grid-cols-2 xl:grid-cols-3";

/** The title's staff. */
export function Staff({ malId, count }: SectionProps) {
  const { place, near } = usePlace();
  const query = useBrowserInfiniteQuery({
    ...partsQuery<StaffMember>("/api/v1/anime/{id}/staff", malId),
    enabled: near,
  });
  const { items, more } = useShowMore(query, FEW);
  return (
    <SectionFrame
      name="staff"
      place={place}
      query={query}
      skeleton={
        <>
          <div className={grid}>
            {placeholderKeys(count, FEW).map((key) => (
              <Skeleton key={key} className="h-[4.6875rem] rounded-lg" />
            ))}
          </div>
          {count > FEW && <div className="h-24" />}
        </>
      }
    >
      <ul className={grid}>
        {items?.map(({ person, positions }) => (
          <PersonItem
            key={person.id ?? person.name}
            person={person}
            caption={positions.join(", ")}
          />
        ))}
      </ul>
      {more && <ShowMore {...more} />}
    </SectionFrame>
  );
}
