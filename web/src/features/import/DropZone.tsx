import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { Seigaiha } from "@/ui/Seigaiha";

interface Props {
  onFiles: (files: File[]) => void;
  /** Whether the zone takes little room, since files are on their way below it. */
  small?: boolean;
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes("Files") ?? false;

/** Takes files that are dropped anywhere on the page. Answers whether some are over it. */
function usePageDrop(onFiles: Props["onFiles"]): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    // A pointer that leaves one element enters another, so the depth is counted.
    let depth = 0;
    const on = (name: string, hear: (event: globalThis.DragEvent) => void) => {
      const listener = (event: Event) => {
        if (!hasFiles(event as globalThis.DragEvent)) return;
        event.preventDefault();
        hear(event as globalThis.DragEvent);
        setOver(depth > 0);
      };
      addEventListener(name, listener);
      return () => removeEventListener(name, listener);
    };
    const stops = [
      on("dragenter", () => {
        depth += 1;
      }),
      on("dragleave", () => {
        depth -= 1;
      }),
      on("dragover", () => {}),
      on("drop", ({ dataTransfer }) => {
        depth = 0;
        take([...(dataTransfer?.files ?? [])]);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return over;
}

/** Where files go: dropped anywhere on the page, or picked. The sun rises while they are over it. */
export function DropZone({ onFiles, small = false }: Props) {
  const over = usePageDrop(onFiles);
  const input = useRef<HTMLInputElement>(null);
  return (
    <section
      aria-label="Files"
      className={`relative isolate grid content-start overflow-hidden rounded-lg border-2 border-dashed bg-surface px-6 transition-colors sm:px-10 ${small ? "py-5" : "min-h-80 pt-8 pb-36 sm:min-h-96 sm:pt-10 sm:pb-48"} ${over ? "border-accent" : "border-line"}`}
      onDragOver={(event: DragEvent) => event.preventDefault()}
    >
      {!small && (
        <>
          <div
            aria-hidden="true"
            className={`absolute right-[10%] max-[19rem]:hidden -z-1 size-36 rounded-full bg-accent-fill transition-all duration-500 sm:size-44 ${over ? "bottom-28" : "bottom-4"}`}
          />
          <Seigaiha className="absolute inset-x-0 bottom-0 -z-1 h-24 w-full fill-surface text-line" />
        </>
      )}
      <p className="text-xl font-bold tracking-tight">
        {over ? (
          "Let go, and they are read."
        ) : (
          <>
            <span className="pointer-coarse:hidden">Drop your files here</span>
            <span className="hidden pointer-coarse:inline">Your files</span>
          </>
        )}
      </p>
      {!small && (
        <p className="mt-2 max-w-text text-muted">
          One or several, as they are or as .gz. First you see what would change; nothing is written
          to your list before you say so.
        </p>
      )}
      <div className={small ? "mt-3" : "mt-6"}>
        <Button onClick={() => input.current?.click()}>Choose files</Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            // The same file again is a choice, too.
            target.value = "";
          }}
        />
      </div>
    </section>
  );
}
