import { useId, useState } from "react";
import type { AnimeDetails } from "@/api/types";
import { displaySynopsis } from "@/lib/format";
import { ShowAll } from "@/ui/ShowAll";
import { Facts } from "./Facts";
import { Franchise } from "./Franchise";
import { Relations } from "./Relations";
import { Standing, TitleHead } from "./TitleHead";

interface Props {
  anime: AnimeDetails;
  listed: boolean;
  onToggleWatchlist: () => void;
}

export function TitlePage({ anime, listed, onToggleWatchlist }: Props) {
  return (
    <article>
      <TitleHead
        anime={anime}
        standing={<Standing anime={anime} />}
        listed={listed}
        onToggleWatchlist={onToggleWatchlist}
      />
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-12 py-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <Text
          heading="Synopsis"
          text={displaySynopsis(anime.synopsis)}
          credit={anime.synopsis_credit}
        />
        <Facts anime={anime} className="lg:col-start-2 lg:row-span-2 lg:row-start-1" />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-12 empty:hidden">
          <Franchise franchise={anime.franchise} malId={anime.mal_id} />
          {anime.background && <Text heading="Background" text={anime.background} />}
          <Relations relations={anime.relations} />
        </div>
      </div>
    </article>
  );
}

interface TextProps {
  heading: string;
  text: string;
  /** Who wrote it. */
  credit?: string | null;
}

/** Characters of a text that is more than eight lines on any phone. */
const LONG = 600;

/** A long text begins on a phone, so that what follows it is in reach, and goes on on demand. */
function Text({ heading, text, credit }: TextProps) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const long = text.length > LONG;
  return (
    <section className="max-w-prose">
      <h2 className="text-xl">{heading}</h2>
      <p
        id={id}
        className={`mt-3 whitespace-pre-line ${long && !whole ? "max-sm:line-clamp-8" : ""}`}
      >
        {text}
      </p>
      {long && (
        <ShowAll
          whole={whole}
          onWhole={setWhole}
          all={`Read on: ${heading}`}
          fewer={`Read less: ${heading}`}
          controls={id}
          className="sm:hidden"
        />
      )}
      {credit && <p className="mt-3 text-xs text-muted">{credit}</p>}
    </section>
  );
}
