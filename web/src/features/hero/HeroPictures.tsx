import { useState } from "react";
import type { HeroSlide } from "@/api/types";
import { bannerArt } from "@/lib/art";

interface Props {
  slide: HeroSlide;
  outgoing: HeroSlide | undefined;
  next: HeroSlide | undefined;
}

/**
 * The pictures behind the slides, one fading over the other.
 *
 * **Invariant:** only the slide that shows and the one it replaces have a picture in the page: the
 * first one is the page's largest paint and shares the line with nothing. The next one is fetched
 * once the current one is there.
 */
export function HeroPictures({ slide, outgoing, next }: Props) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const markBroken = (id: string) => setBroken((known) => new Set(known).add(id));
  const sourceOf = ({ id, image_url }: HeroSlide) =>
    image_url && !broken.has(id) ? image_url : bannerArt(id);

  const preloadNext = () => {
    if (!next || next.id === slide.id) return;
    const picture = new Image();
    picture.fetchPriority = "low";
    picture.onerror = () => markBroken(next.id);
    picture.src = sourceOf(next);
  };
  const replaces = outgoing !== undefined && outgoing.id !== slide.id;
  const shown = replaces ? [outgoing, slide] : [slide];

  return (
    <div aria-hidden="true" className="absolute inset-0 -z-10">
      {shown.map((each) => (
        <img
          key={each.id}
          className={`absolute inset-0 size-full object-cover object-[50%_25%] ${
            replaces && each === slide ? "transition-opacity starting:opacity-0" : ""
          }`}
          src={sourceOf(each)}
          alt=""
          fetchPriority="high"
          onLoad={each === slide ? preloadNext : undefined}
          onError={() => markBroken(each.id)}
        />
      ))}
      <div className="absolute inset-0 bg-linear-to-t from-scrim via-scrim/60 via-45% to-transparent to-85%" />
      <div className="absolute inset-0 bg-linear-to-r from-scrim/60 to-transparent to-60%" />
    </div>
  );
}
