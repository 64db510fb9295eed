import { useState } from "react";
import { avatarArt } from "@/lib/art";
import { smaller } from "./Poster";

interface Props {
  kind: "person" | "character";
  /** The person or character; one without an id has a drawn portrait. */
  of: { id: number | null; name: string; image_url: string | null };
  /** The width it shows in where the browser does not find out by itself. */
  sizes?: string;
  eager?: boolean;
  className?: string;
}

/** The largest number of characters of a name in the address of a drawn picture. */
const MAX_NAME = 100;

/** Somebody's portrait, 3:4, or the drawn one where that is missing or broken. The name stands beside it. */
export function Portrait({ kind, of, sizes = "56px", eager = false, className = "" }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const { id, name, image_url: source } = of;
  const shown =
    source && source !== broken
      ? source
      : avatarArt(`${kind}-${id ?? 0}`, [...name].slice(0, MAX_NAME).join(""));
  const srcSet = smaller(shown);
  return (
    <img
      sizes={srcSet && (eager ? sizes : `auto, ${sizes}`)}
      srcSet={srcSet}
      src={shown}
      alt=""
      width={150}
      height={200}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(source)}
      className={`aspect-3/4 h-auto w-full bg-raised object-cover object-top ${className}`}
    />
  );
}
