import { useId, useState } from "react";
import { wholeQuery } from "@/api/extras";
import { useBrowserQuery } from "@/lib/browser-query";
import { ShowAll } from "@/ui/ShowAll";
import { Skeleton } from "@/ui/Spinner";
import { placeholderKeys } from "./placeholder-keys";
import { FROM_AFAR, SectionFrame, type SectionProps, usePlace } from "./SectionFrame";
import { readSong } from "./theme";

/** Number of openings and of endings that show at first. */
const FEW = 5;

const columns = "grid gap-x-10 gap-y-6 sm:grid-cols-2";

/** The title's opening and ending themes. */
export function Themes({ malId, groups }: SectionProps) {
  const { place, near } = usePlace(FROM_AFAR);
  const query = useBrowserQuery({
    ...wholeQuery("/api/v1/anime/{id}/themes", malId),
    enabled: near,
  });
  const [openingCount = 0, endingCount = 0] = groups;
  const { openings = [], endings = [] } = query.data ?? {};
  return (
    <SectionFrame
      name="themes"
      place={place}
      query={query}
      skeleton={
        <div className={columns}>
          <Outline count={openingCount} />
          <Outline count={endingCount} />
        </div>
      }
    >
      <div className={columns}>
        <Songs heading="Openings" songs={openings} />
        <Songs heading="Endings" songs={endings} />
      </div>
    </SectionFrame>
  );
}

/** The placeholder of openings or endings, of about the same height. */
function Outline({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div>
      <div className="border-t border-line pt-4">
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="mt-3 grid gap-3">
        {placeholderKeys(count, FEW).map((key) => (
          <Skeleton key={key} className="h-12" />
        ))}
      </div>
      {count > FEW && <Skeleton className="mt-2 h-11 w-44 max-w-full" />}
    </div>
  );
}

function Songs({ heading, songs }: { heading: string; songs: readonly string[] }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  if (songs.length === 0) return null;
  const shown = whole ? songs : songs.slice(0, FEW);
  return (
    <div className="min-w-0">
      <h3 className="border-t border-line pt-4 text-sm font-semibold text-muted">{heading}</h3>
      <ol id={id} className="mt-3 grid gap-3">
        {shown.map((text, index) => {
          const { name, artist, episodes } = readSong(text);
          return (
            <li key={text} className="flex min-h-12 gap-3 leading-snug">
              <span className="w-6 shrink-0 text-right text-sm text-muted tabular-nums">
                {index + 1}
              </span>
              <p className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{name}</span>
                <span className="block text-sm text-muted">
                  {[artist, episodes].filter(Boolean).join(" · ")}
                </span>
              </p>
            </li>
          );
        })}
      </ol>
      {songs.length > FEW && (
        <ShowAll
          expanded={whole}
          onExpanded={setWhole}
          all={`Show all ${songs.length} ${heading.toLowerCase()}`}
          fewer={`Show fewer ${heading.toLowerCase()}`}
          controls={id}
          className="mt-2"
        />
      )}
    </div>
  );
}
