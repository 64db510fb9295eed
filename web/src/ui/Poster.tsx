import { useRef, useState } from "react";
import { posterArt } from "@/lib/art";
import { usePictureTimeout } from "@/lib/usePictureTimeout";

interface Props {
  malId: number;
  /** The real picture's address; null where there is none. */
  src: string | null | undefined;
  /** Whether the picture is fetched at once, not when it comes into view. */
  eager?: boolean;
  /** The width it shows in where the browser does not find out by itself: eager, or an older one. */
  sizes?: string;
  className?: string;
}

/** A card's picture that the server keeps is there in half the size, too. */
export function smaller(src: string): string | undefined {
  const [, half] = /^(\/img\/.*-)320$/.exec(src) ?? [];
  return half && `${half}160 160w, ${src} 320w`;
}

/**
 * A title's poster, 2:3: the real picture, or the drawn one where that is missing or broken, or until it
 * has come where it is slow.
 */
export function Poster({ malId, src, eager = false, sizes = "240px", className = "" }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = useRef<HTMLImageElement>(null);
  const drawn = posterArt(malId);
  const shown = src && src !== broken ? src : drawn;
  const srcSet = smaller(shown);
  const overdue = usePictureTimeout(picture, shown === drawn ? null : shown);
  return (
    <img
      ref={picture}
      sizes={srcSet && (eager ? sizes : `auto, ${sizes}`)}
      srcSet={srcSet}
      src={shown}
      // Behind the picture: that covers it when it comes.
      style={overdue ? { backgroundImage: `url("${drawn}")` } : undefined}
      // The title stands beside every poster.
      alt=""
      width={300}
      height={450}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      onError={() => setBroken(src ?? null)}
      className={`aspect-2/3 h-auto w-full bg-raised bg-cover bg-center object-cover ${className}`}
    />
  );
}
