import type { KeyboardEvent } from "react";
import type { HeroSlide } from "@/api/types";
import { HeroControls } from "./HeroControls";
import { HeroPictures } from "./HeroPictures";
import { HeroText } from "./HeroText";
import { useSlideshow } from "./useSlideshow";
import { useSwipe } from "./useSwipe";

interface Props {
  /** The slides of the show, at least one. */
  slides: HeroSlide[];
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** The slideshow of currently airing anime. */
export function Hero({ slides, watchlisted, onToggleWatchlist }: Props) {
  const { current, outgoing, playing, running, show, ...hold } = useSlideshow(slides.length);
  const step = (by: 1 | -1) => show(current + by);
  const swipe = useSwipe(step);
  const slide = slides[current] ?? slides[0];
  if (!slide) return null;

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Featured anime"
      className="relative isolate flex h-[90vh] min-h-136 touch-pan-y touch-pinch-zoom flex-col justify-end overflow-hidden bg-scrim text-on-scrim"
      onPointerEnter={() => hold.setHovered(true)}
      onPointerLeave={() => hold.setHovered(false)}
      onFocus={() => hold.setFocused(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hold.setFocused(false);
      }}
      onKeyDown={(event) => onArrowKey(event, step)}
      {...swipe}
    >
      <HeroPictures
        slide={slide}
        outgoing={outgoing === null ? undefined : slides[outgoing]}
        next={slides[(current + 1) % slides.length]}
      />
      <div aria-live={running ? "off" : "polite"}>
        <HeroText
          slide={slide}
          label={`Slide ${current + 1} of ${slides.length}`}
          listed={slide.mal_id != null && watchlisted(slide.mal_id)}
          onToggleWatchlist={onToggleWatchlist}
        />
      </div>
      {slides.length > 1 && (
        <HeroControls
          count={slides.length}
          current={current}
          playing={playing}
          show={show}
          onTogglePlaying={hold.togglePlaying}
        />
      )}
    </section>
  );
}

function onArrowKey(event: KeyboardEvent, step: (by: 1 | -1) => void) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowRight") step(1);
  else if (event.key === "ArrowLeft") step(-1);
}
