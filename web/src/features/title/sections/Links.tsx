import { type NamedLink, wholeQuery } from "@/api/extras";
import { useBrowserQuery } from "@/lib/browser-query";
import { ExternalIcon } from "@/ui/late-icons";
import { Skeleton } from "@/ui/Spinner";
import { places } from "./places";
import { FROM_AFAR, SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

/** Places that are kept at most for links on their way. */
const MOST = 24;

/** Where it can be watched, and its pages elsewhere. */
export function Links({ malId, count }: SectionProps) {
  const { place, near } = usePlace(FROM_AFAR);
  const query = useBrowserQuery({
    ...wholeQuery("/api/v1/anime/{id}/links", malId),
    enabled: near,
  });
  const { streaming = [], external = [] } = query.data ?? {};
  return (
    <SectionFrame
      name="links"
      place={place}
      query={query}
      hint={
        query.data && streaming.length === 0
          ? "Nobody is known to stream it."
          : "As its source says. Please check what is offered in your country."
      }
      skeleton={<Outline count={Math.min(count, MOST)} />}
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

/** As much room as so many links mostly take, of which about a third are places to watch. */
function Outline({ count }: { count: number }) {
  const streaming = Math.floor(count / 3);
  return (
    <div className="grid gap-5">
      <Chips count={streaming} />
      <div>
        <Skeleton className="mb-2 h-4 w-24" />
        <Chips count={count - streaming} />
      </div>
    </div>
  );
}

function Chips({ count }: { count: number }) {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {places(count, MOST).map((key) => (
        <Skeleton key={key} className="h-11 w-32 max-w-full rounded-full!" />
      ))}
    </div>
  );
}

function Places({ links }: { links: readonly NamedLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ name, url }) => (
        <li key={url} className="min-w-0">
          <a
            href={url}
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-3xl border border-field px-4 py-1 text-sm font-semibold wrap-anywhere transition-colors hover:border-text hover:bg-raised"
          >
            {name}
            <ExternalIcon aria-hidden="true" size={16} className="shrink-0 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  );
}
