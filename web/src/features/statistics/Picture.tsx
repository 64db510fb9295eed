import { useEffect, useState } from "react";
import { type PictureShape, picturePath } from "@/api/statistics";
import { useToast } from "@/lib/toast";
import { Button, buttonClass } from "@/ui/Button";
import { ShareIcon } from "@/ui/late-icons";

const shapes: { shape: PictureShape; label: string; width: number; height: number }[] = [
  { shape: "wide", label: "Wide", width: 1200, height: 630 },
  { shape: "tall", label: "Tall", width: 1080, height: 1920 },
];

/** The year as a picture, to keep or to pass on. */
export function Picture({ year }: { year: number }) {
  const [shape, setShape] = useState<PictureShape>("wide");
  const [failed, setFailed] = useState<PictureShape | null>(null);
  const path = picturePath(year, shape);
  const { width, height } = shapes.find((each) => each.shape === shape) ?? { width: 0, height: 0 };
  const name = `mitai-${year}-${shape}.png`;
  return (
    <section
      aria-labelledby="picture"
      className="rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <h3 id="picture" className="text-lg">
        Your year as a picture
      </h3>
      <p className="mt-1 max-w-text text-sm text-muted">
        Private titles are never in it, so its numbers may be lower than those above. Nobody but you
        can open it here; who sees it is up to you.
      </p>
      <div className="mt-5 grid items-start gap-6 lg:grid-cols-[minmax(0,48rem)_14rem]">
        {failed === shape ? (
          <p role="status" className="rounded-md bg-raised px-4 py-8 text-center">
            There is no picture right now. It needs a title that is not private, and our server.
          </p>
        ) : (
          <img
            key={path}
            src={path}
            alt={`My ${year} in anime`}
            width={width}
            height={height}
            onError={() => setFailed(shape)}
            className={`h-auto w-full rounded-md bg-raised ${shape === "tall" ? "max-w-72" : ""}`}
          />
        )}
        <div className="flex flex-wrap gap-3 lg:flex-col">
          <fieldset className="flex rounded-full border border-field p-1">
            <legend className="sr-only">Shape of the picture</legend>
            {shapes.map((each) => (
              <label
                key={each.shape}
                className="flex min-h-9 flex-1 cursor-pointer items-center justify-center rounded-full px-4 text-sm font-semibold transition-colors has-checked:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name="picture-shape"
                  checked={each.shape === shape}
                  onChange={() => setShape(each.shape)}
                  className="sr-only"
                />
                {each.label}
              </label>
            ))}
          </fieldset>
          {failed !== shape && (
            <>
              <a href={path} download={name} className={buttonClass("outline")}>
                Download
              </a>
              <SharePicture path={path} name={name} title={`My ${year} in anime`} />
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/** Whether the browser hands pictures on. Only it knows, so that is found out once the page runs. */
function useCanShare(): boolean {
  const [can, setCan] = useState(false);
  useEffect(() => {
    const some = new File([], "picture.png", { type: "image/png" });
    setCan(navigator.canShare?.({ files: [some] }) ?? false);
  }, []);
  return can;
}

interface ShareProps {
  path: string;
  name: string;
  title: string;
}

function SharePicture({ path, name, title }: ShareProps) {
  const toast = useToast();
  if (!useCanShare()) return null;
  const share = async () => {
    try {
      const response = await fetch(path);
      if (!response.ok) throw new Error(response.statusText);
      const picture = new File([await response.blob()], name, { type: "image/png" });
      await navigator.share({ files: [picture], title });
    } catch (error) {
      // The reader closed the system's dialog.
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast({ message: "The picture was not shared. You can download it.", about: "share" });
    }
  };
  return (
    <Button onClick={share}>
      <ShareIcon aria-hidden="true" size={20} />
      Share
    </Button>
  );
}
