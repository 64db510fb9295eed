import { useState } from "react";
import { posterArt } from "@/lib/art";

interface Props {
  malId: number;
  /** The real picture's address; null where there is none. */
  src: string | null | undefined;
  /** Fetch it at once, not when it comes into view. */
  eager?: boolean;
  className?: string;
}

/** A title's poster, 2:3: the real picture, or the drawn one where that is missing or broken. */
export function Poster({ malId, src, eager = false, className = "" }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <img
      src={src && src !== broken ? src : posterArt(malId)}
      // The title stands beside every poster.
      alt=""
      width={300}
      height={450}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      onError={() => setBroken(src ?? null)}
      className={`aspect-2/3 h-auto w-full bg-raised object-cover ${className}`}
    />
  );
}
