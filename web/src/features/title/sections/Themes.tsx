import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { wholeQuery } from "@/api/extras";
import { ShowAll } from "@/ui/ShowAll";
import { Skeleton } from "@/ui/Spinner";
import { places } from "./places";
import { SectionFrame, type SectionProps, usePlace } from "./SectionFrame";
import { readSong } from "./theme";

/** Songs of a sort that show at first. */
const FEW = 5;

/** The songs that it begins and ends with. */
export function Themes({ malId, count }: SectionProps) {
  const { place, near } = usePlace();
  const query = useQuery({ ...wholeQuery("/api/v1/anime/{id}/themes", malId), enabled: near });
  const { openings = [], endings = [] } = query.data ?? {};
  return (
    <SectionFrame
      name="themes"
      place={place}
      query={query}
      skeleton={
        <div className="grid gap-3 pt-5">
          {places(count, 2 * FEW).map((key, index) => (
            <Skeleton key={key} className={`h-12 ${index < FEW ? "" : "sm:hidden"}`} />
          ))}
        </div>
      }
    >
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Songs heading="Openings" songs={openings} />
        <Songs heading="Endings" songs={endings} />
      </div>
    </SectionFrame>
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
            <li key={text} className="flex gap-3 leading-snug">
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
          whole={whole}
          onWhole={setWhole}
          all={`Show all ${songs.length} ${heading.toLowerCase()}`}
          fewer={`Show fewer ${heading.toLowerCase()}`}
          controls={id}
          className="mt-2"
        />
      )}
    </div>
  );
}
