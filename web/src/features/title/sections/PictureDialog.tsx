import { type KeyboardEvent, useState } from "react";
import type { Picture } from "@/api/extras";
import { posterArt } from "@/lib/art";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ChevronLeftIcon, ChevronRightIcon } from "@/ui/icons";

interface Props {
  malId: number;
  /** The pictures loaded so far. */
  pictures: readonly Picture[];
  /** Number of all pictures of the title. */
  total: number;
  /** Index of the picture that shows, from 0. */
  at: number;
  /** Whether more pictures were asked for and could not be had. */
  failed: boolean;
  onAt: (at: number) => void;
  /** Asks for more pictures. */
  onMore: () => void;
  onClose: () => void;
}

/** One picture, large, and the way to the others: by buttons, or by the arrow keys. */
export function PictureDialog(props: Props) {
  const { malId, pictures, total, at, failed, onAt, onMore, onClose } = props;
  const shown = pictures[at];
  // The last one of those that are there, while others are on their way or failed to come
  const waits = at + 1 < total && !pictures[at + 1];
  const go = (to: number) => {
    if (pictures[to]) onAt(to);
    else if (to > at && waits) onMore();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") go(at - 1);
    if (key === "ArrowRight") go(at + 1);
  };
  return (
    <Dialog title="Pictures" byUser wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons within */}
      <div onKeyDown={onKeyDown}>
        <div className="grid h-[max(16rem,calc(100dvh-13rem))] place-items-center rounded-md bg-raised">
          {shown && (
            <Large
              // Another picture is another element: the one before does not stay until it has come.
              key={shown.large_image_url}
              src={shown.large_image_url}
              drawn={posterArt(malId)}
              name={`Picture ${at + 1} of ${total}`}
            />
          )}
        </div>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <div className="flex items-center gap-3">
            <Button
              variant="outline"
              aria-label="Previous picture"
              aria-disabled={at === 0 || undefined}
              onClick={() => go(at - 1)}
            >
              <ChevronLeftIcon aria-hidden="true" size={20} />
            </Button>
            <p role="status" className="text-sm text-muted tabular-nums">
              {at + 1} of {total}
              {waits && (failed ? ". The next one did not come: try again" : ". Loading the next")}
            </p>
            <Button
              variant="outline"
              aria-label="Next picture"
              aria-disabled={at + 1 >= total || undefined}
              onClick={() => go(at + 1)}
            >
              <ChevronRightIcon aria-hidden="true" size={20} />
            </Button>
          </div>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A picture in its own shape; the title's drawn one where it does not come. */
function Large({ src, drawn, name }: { src: string; drawn: string; name: string }) {
  const [broken, setBroken] = useState(false);
  return (
    <img
      src={broken ? drawn : src}
      alt={broken ? `${name} could not be loaded` : name}
      onError={() => setBroken(true)}
      className="max-h-[max(16rem,calc(100dvh-13rem))] max-w-full object-contain"
    />
  );
}
