import { useState } from "react";
import { avatarArt } from "@/lib/art";

interface Props {
  user: { uid: string; displayName: string; photoURL?: string | null };
  className?: string;
}

/** A user's photo, or the drawn avatar where there is none or it does not load. The name stands beside it. */
export function Avatar({ user, className = "" }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const { uid, displayName, photoURL } = user;
  const photo = photoURL && photoURL !== broken ? photoURL : null;
  return (
    <img
      src={photo ?? avatarArt(uid, displayName)}
      alt=""
      width={160}
      height={160}
      // A photo's host has no need to know which page shows it, and some refuse those that tell.
      referrerPolicy="no-referrer"
      onError={() => setBroken(photo)}
      className={`aspect-square rounded-full bg-raised object-cover ${className}`}
    />
  );
}
