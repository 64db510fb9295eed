import { type NamedLink, wholeQuery } from "@/api/extras";
import { useBrowserQuery } from "@/lib/browser-query";
import { ExternalIcon } from "@/ui/late-icons";
import { Skeleton } from "@/ui/Spinner";
import { hostOf } from "./host-of";
import { placeholderKeys } from "./placeholder-keys";
import { FROM_AFAR, SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

/** The largest number of placeholders that are kept for links on their way. */
const MAX_LINKS = 24;

/** Classes of the grid: cells of equal width, so that rows are known before the names are. */
const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-2";

/** Links to streaming services, and to the title's pages on other sites. */
export function Links({ malId, groups }: SectionProps) {
  const { place, near } = usePlace(FROM_AFAR);
  const query = useBrowserQuery({
    ...wholeQuery("/api/v1/anime/{id}/links", malId),
    enabled: near,
  });
  const [streamingCount = 0, externalCount = 0] = groups;
  const { streaming = [], external = [] } = query.data ?? {};
  return (
    <SectionFrame
      name="links"
      place={place}
      query={query}
      hint={
        streamingCount === 0
          ? "Nobody is known to stream it."
          : "As its source says. Please check what is offered in your country."
      }
      skeleton={
        <div className="grid gap-5">
          <Chips count={streamingCount} />
          {externalCount > 0 && (
            <div>
              <Skeleton className="mb-2 h-5 w-24" />
              <Chips count={externalCount} />
            </div>
          )}
        </div>
      }
    >
      <div className="grid gap-5">
        <Places links={streaming} />
        {external.length > 0 && (
          <div>
            <h3 className="mb-2 text-sm font-semibold text-muted">Elsewhere</h3>
            <Places links={external} />
          </div>
        )}
      </div>
    </SectionFrame>
  );
}

function Chips({ count }: { count: number }) {
  return (
    <div className={`${grid} empty:hidden`}>
      {placeholderKeys(count, MAX_LINKS).map((key) => (
        <Skeleton key={key} className="h-11 rounded-full!" />
      ))}
    </div>
  );
}

function Places({ links }: { links: readonly NamedLink[] }) {
  if (links.length === 0) return null;
  const names = links.map(({ name }) => name);
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return (
    <ul className={grid}>
      {links.map(({ name, url }) => (
        <li key={url} className="min-w-0">
          <a
            href={url}
            rel="noopener noreferrer nofollow"
            className="flex h-full min-h-11 items-center justify-between gap-2 rounded-full border border-field px-3.5 py-0.5 text-sm leading-tight font-semibold wrap-anywhere transition-colors hover:border-text hover:bg-raised"
          >
            <span className="min-w-0">
              {name}
              {isShared(name) && (
                <>
                  {" "}
                  <span className="block truncate text-xs font-normal text-muted">
                    {hostOf(url)}
                  </span>
                </>
              )}
            </span>
            <ExternalIcon aria-hidden="true" size={16} className="shrink-0 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  );
}
