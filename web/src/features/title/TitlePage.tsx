import { type ReactNode, useEffect, useId, useState } from "react";
import type { AnimeDetails } from "@/api/types";
import { ENTRY, freeEntryPlace } from "@/lib/entry-place";
import { HEAD_END } from "@/lib/head-end";
import { displaySynopsis } from "@/lib/names";
import { lateCode } from "@/lib/page-code";
import { useSession } from "@/lib/session";
import { whenSignedIn } from "@/lib/when-signed-in";
import { ShowAll } from "@/ui/ShowAll";
import { EntrySkeleton } from "./entry/EntrySkeleton";
import { Facts } from "./Facts";
import { Franchise } from "./Franchise";
import { Relations } from "./Relations";
import { Contents } from "./sections/Contents";
import { Standing, TitleHead } from "./TitleHead";

interface Props {
  anime: AnimeDetails;
  listed: boolean;
  onToggleWatchlist: () => void;
  /** The section of the title's reviews. */
  reviews: ReactNode;
}

const EntryPanel = lateCode<{ anime: AnimeDetails }>(
  () => import("./entry/EntryPanel"),
  whenSignedIn,
  EntrySkeleton,
);
const Sections = lateCode<{ anime: AnimeDetails }>(() => import("./sections/Sections"));
const LastSections = lateCode<{ anime: AnimeDetails }>(() => import("./sections/LastSections"));
const Ratings = lateCode<{ anime: AnimeDetails }>(() => import("./ratings/Ratings"));

export function TitlePage({ anime, listed, onToggleWatchlist, reviews }: Props) {
  return (
    <article>
      <TitleHead
        anime={anime}
        standing={<Standing anime={anime} />}
        listed={listed}
        onToggleWatchlist={onToggleWatchlist}
      />
      <div id={HEAD_END} />
      <OwnEntry anime={anime} />
      <TitleColumns>
        <Text
          heading="Synopsis"
          text={displaySynopsis(anime.synopsis)}
          credit={anime.synopsis_credit}
        />
        <Facts anime={anime} className="lg:col-start-2 lg:row-span-2 lg:row-start-1" />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-12">
          <Contents malId={anime.mal_id} sections={anime.sections} />
          <Franchise franchise={anime.franchise} malId={anime.mal_id} />
          {anime.background && <Text heading="Background" text={anime.background} />}
          <Relations relations={anime.relations} />
          <Sections anime={anime} />
          <Ratings anime={anime} />
          {reviews}
          <LastSections anime={anime} />
        </div>
      </TitleColumns>
    </article>
  );
}

/**
 * What the reader keeps of it. The document says before its first paint whether somebody is signed in. The place has room for
 * what was in it before a reload, or else for a title that is not on the list.
 */
function OwnEntry({ anime }: { anime: AnimeDetails }) {
  const { status, expected } = useSession();
  useEffect(() => {
    const width = innerWidth;
    const onResize = () => innerWidth !== width && freeEntryPlace();
    addEventListener("resize", onResize);
    return () => {
      removeEventListener("resize", onResize);
      freeEntryPlace();
    };
  }, []);
  if (status === "signed-out") return null;
  return (
    <div className="page hidden pt-8 in-data-signed-in:block">
      <section
        id={ENTRY}
        tabIndex={-1}
        aria-label="Your list"
        className="box-content min-h-(--entry-height,15.625rem) rounded-lg border border-line bg-surface p-4 sm:min-h-(--entry-height,8.625rem) sm:p-6"
      >
        {expected && <EntryPanel anime={anime} />}
      </section>
    </div>
  );
}

/** The content below the head: the texts of the title, and its facts beside them where there is room. */
function TitleColumns({ children }: { children: ReactNode }) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-12 py-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      {children}
    </div>
  );
}

interface PassageProps {
  heading: string;
  text: string;
  textId?: string;
  /** Whether a phone shows only the beginning of the text. */
  begun: boolean;
  /** The content below the text. */
  children?: ReactNode;
}

/** A text under its heading. */
function Passage({ heading, text, textId, begun, children }: PassageProps) {
  return (
    <section className="max-w-text">
      <h2 className="text-xl">{heading}</h2>
      <p
        id={textId}
        className={`mt-3 whitespace-pre-line ${begun ? "max-sm:line-clamp-8 noscript:line-clamp-none" : ""}`}
      >
        {text}
      </p>
      {children}
    </section>
  );
}

interface TextProps {
  heading: string;
  text: string;
  /** The author of the text, if the source names one. */
  credit?: string | null;
}

/**
 * Characters of a text that is more than eight lines on any phone.
 */
const LONG = 600;

/** A long text begins on a phone, so that what follows it is in reach, and goes on on demand. */
function Text({ heading, text, credit }: TextProps) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const long = text.length > LONG;
  return (
    <Passage heading={heading} text={text} textId={id} begun={long && !whole}>
      {long && (
        <ShowAll
          expanded={whole}
          onExpanded={setWhole}
          all={`Read on: ${heading}`}
          fewer={`Read less: ${heading}`}
          controls={id}
          className="sm:hidden"
        />
      )}
      {credit && <p className="mt-3 text-xs text-muted">{credit}</p>}
    </Passage>
  );
}
