import type { AnimeDetails } from "@/api/types";
import { displaySynopsis } from "@/lib/format";
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
      <div className="page grid gap-12 py-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-12">
          <Text
            heading="Synopsis"
            text={displaySynopsis(anime.synopsis)}
            credit={anime.synopsis_credit}
          />
          <Franchise franchise={anime.franchise} malId={anime.mal_id} />
          {anime.background && <Text heading="Background" text={anime.background} />}
          <Relations relations={anime.relations} />
        </div>
        <Facts anime={anime} />
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

function Text({ heading, text, credit }: TextProps) {
  return (
    <section className="max-w-prose">
      <h2 className="text-xl">{heading}</h2>
      <p className="mt-3 whitespace-pre-line">{text}</p>
      {credit && <p className="mt-3 text-xs text-muted">{credit}</p>}
    </section>
  );
}
