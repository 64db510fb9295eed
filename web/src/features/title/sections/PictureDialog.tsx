import type { KeyboardEvent } from "react";
import type { Picture } from "@/api/extras";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ChevronLeftIcon, ChevronRightIcon } from "@/ui/icons";

interface Props {
  /** Those that are there already. */
  pictures: readonly Picture[];
  /** How many there are. */
  total: number;
  /** Which one shows, from 0. */
  at: number;
  onAt: (at: number) => void;
  onClose: () => void;
}

/** One picture, large, and the way to the others: by buttons, or by the arrow keys. */
export function PictureDialog({ pictures, total, at, onAt, onClose }: Props) {
  const shown = pictures[at];
  const go = (to: number) => {
    if (pictures[to]) onAt(to);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") go(at - 1);
    if (key === "ArrowRight") go(at + 1);
  };
  return (
    <Dialog title="Pictures" asked wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons within */}
      <div onKeyDown={onKeyDown}>
        <div className="grid h-[calc(100dvh-13rem)] place-items-center rounded-md bg-raised">
          {shown && (
            <img
              // Another picture is another element: the one before does not stay until it has come.
              key={shown.large_image_url}
              src={shown.large_image_url}
              alt={`${at + 1} of ${total}`}
              className="max-h-[calc(100dvh-13rem)] max-w-full object-contain"
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
