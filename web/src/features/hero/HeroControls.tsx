import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from "@/ui/icons";

const round =
  "grid size-11 shrink-0 place-items-center rounded-full bg-on-scrim/15 text-on-scrim transition-colors hover:bg-on-scrim/30";

interface Props {
  count: number;
  current: number;
  playing: boolean;
  show: (index: number) => void;
  onTogglePlaying: () => void;
}

/** Previous, next, a bullet for each slide, pause and play. */
export function HeroControls({ count, current, playing, show, onTogglePlaying }: Props) {
  const PlayingIcon = playing ? PauseIcon : PlayIcon;
  return (
    <div className="page absolute inset-x-0 bottom-5 flex flex-wrap items-center gap-2 sm:bottom-6 sm:gap-3">
      <button
        type="button"
        className={round}
        aria-label={playing ? "Pause slideshow" : "Play slideshow"}
        onClick={onTogglePlaying}
      >
        <PlayingIcon aria-hidden="true" className="size-5" />
      </button>
      <Bullets count={count} current={current} show={show} />
      <button
        type="button"
        className={`${round} ml-auto`}
        aria-label="Previous slide"
        onClick={() => show(current - 1)}
      >
        <ChevronLeftIcon aria-hidden="true" className="size-6" />
      </button>
      <button
        type="button"
        className={round}
        aria-label="Next slide"
        onClick={() => show(current + 1)}
      >
        <ChevronRightIcon aria-hidden="true" className="size-6" />
      </button>
    </div>
  );
}

function Bullets({ count, current, show }: Pick<Props, "count" | "current" | "show">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons outside a form
    <div
      role="group"
      aria-label="Choose a slide"
      className="-order-1 flex basis-full flex-wrap sm:order-none sm:basis-0 sm:grow"
    >
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a bullet is its position
          key={index}
          type="button"
          className="group/bullet grid h-11 min-w-6 place-items-center"
          aria-label={`Show slide ${index + 1} of ${count}`}
          aria-current={index === current || undefined}
          onClick={() => show(index)}
        >
          <span className="h-1.5 w-3 rounded-full bg-on-scrim/50 transition-all group-hover/bullet:bg-on-scrim group-aria-current/bullet:w-6 group-aria-current/bullet:bg-on-scrim" />
        </button>
      ))}
    </div>
  );
}
