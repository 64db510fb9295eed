import { Link } from "wouter";
import { pageQuery } from "@/api/extras";
import { useBrowserQuery } from "@/lib/browser-query";
import { formatCount } from "@/lib/format";
import { displayTitle } from "@/lib/names";
import { Poster } from "@/ui/Poster";
import { Skeleton } from "@/ui/Spinner";
import { placeholderKeys } from "./placeholder-keys";
import { SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

const row =
  "-mx-2 flex gap-4 overflow-x-auto overscroll-x-contain px-2 pt-2 pb-4 [scrollbar-width:thin]";

/** Recommended titles: one row, the most recommended first. */
export function Recommendations({ malId, count }: SectionProps) {
  const { place, near } = usePlace();
  const query = useBrowserQuery({
    ...pageQuery("/api/v1/anime/{id}/recommendations", malId, 1),
    enabled: near,
  });
  const items = query.data?.items ?? [];
  return (
    <SectionFrame
      name="recommendations"
      place={place}
      query={query}
      hint="By people who liked this."
      skeleton={
        <div className={`${row} overflow-hidden!`}>
          {placeholderKeys(count, 12).map((key) => (
            <div key={key} className="w-32 shrink-0">
              <Skeleton className="aspect-2/3" />
              <div className="mt-2 h-20" />
            </div>
          ))}
        </div>
      }
    >
      <ol className={row}>
        {items.map(({ title, votes }) => {
          const name = displayTitle(title);
          return (
            <li key={title.mal_id} className="w-32 shrink-0">
              <Link href={`/anime/${title.slug}`} className="group block rounded-md">
                <span className="block overflow-hidden rounded-md bg-raised">
                  <Poster
                    malId={title.mal_id}
                    src={title.image_url}
                    sizes="128px"
                    className="transition-[scale] duration-250 group-hover:scale-[1.03]"
                  />
                </span>
                <span
                  title={name}
                  className="mt-2 line-clamp-3 text-sm leading-snug font-semibold group-hover:underline"
                >
                  {name}
                </span>
                <span className="mt-1 block text-xs text-muted">
                  {formatCount(votes)} {votes === 1 ? "person" : "people"}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </SectionFrame>
  );
}
