import { Link } from "wouter";
import type { HeroSlide } from "@/api/types";
import { searchPath } from "@/lib/location";
import { displaySynopsis, displayTitle } from "@/lib/names";
import { Button, buttonClass } from "@/ui/Button";
import { BookmarkCheckIcon, InfoIcon, PlusIcon, StarIcon } from "@/ui/icons";

/** The title page; a slide that is not in the catalogue leads to a search for its title. */
function morePath(slide: HeroSlide): string {
  if (slide.mal_id == null) return searchPath(slide.title);
  return `/anime/${slide.slug ?? slide.mal_id}`;
}

/** The hint of a mean rating whose source does not say how many people rated. */
const UNSURE = "How many people rated it is unknown.";

interface Props {
  slide: HeroSlide;
  label: string;
  listed: boolean;
  onToggleWatchlist: (malId: number) => void;
}

export function HeroText({ slide, label, listed, onToggleWatchlist }: Props) {
  const { mal_id: malId } = slide;
  const title = displayTitle(slide);
  const ListIcon = listed ? BookmarkCheckIcon : PlusIcon;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      className="page mb-36 grid grid-cols-1 sm:mb-24 justify-items-start gap-4 pb-2"
    >
      <p className="flex items-center gap-4 text-sm font-semibold">
        <span>Airing now</span>
        {slide.rating != null && (
          <span title={UNSURE} className="flex items-center gap-1.5">
            <StarIcon aria-hidden="true" size={16} className="fill-current" />
            {Math.round(slide.rating)}%<span className="sr-only"> rating. {UNSURE}</span>
          </span>
        )}
      </p>
      <h2 className="line-clamp-3 max-w-4xl text-3xl font-extrabold">{title}</h2>
      <p className="line-clamp-4 max-w-2xl">{displaySynopsis(slide.description)}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {malId != null && (
          <Button variant={listed ? "scrim" : "primary"} onClick={() => onToggleWatchlist(malId)}>
            <ListIcon aria-hidden="true" size={20} />
            {listed ? "Remove from List" : "Add to List"}
          </Button>
        )}
        <Link href={morePath(slide)} className={buttonClass("scrim")}>
          <InfoIcon aria-hidden="true" size={20} />
          More Info<span className="sr-only"> about {title}</span>
        </Link>
      </div>
    </div>
  );
}
