import type { ReactNode } from "react";
import { toggleLike, useLiked } from "@/lib/likes";
import { BookmarkCheckIcon } from "./icons";
import { BookmarkIcon, HeartIcon } from "./late-icons";

interface ToggleProps {
  /** The action of the button, as its name and its tooltip. */
  label: string;
  /** The title of the action, for those who hear the button without its surroundings. */
  subject: string;
  on: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A round icon button that is on or off, made to lie over pictures. Its name tells which. */
function IconToggle({ label, subject, on, onToggle, children }: ToggleProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={`${label}: ${subject}`}
      data-on={on}
      onClick={onToggle}
      className="grid size-11 shrink-0 place-items-center rounded-full bg-on-scrim/15 text-on-scrim transition-colors hover:bg-on-scrim/30 data-[on=true]:bg-accent-fill data-[on=true]:text-on-accent"
    >
      {children}
    </button>
  );
}

interface LikeProps {
  malId: number;
  title: string;
}

/** Likes are local: see `lib/likes`. */
export function LikeToggle({ malId, title }: LikeProps) {
  const liked = useLiked(malId);
  return (
    <IconToggle
      label={liked ? "Unlike" : "Like"}
      subject={title}
      on={liked}
      onToggle={() => toggleLike(malId)}
    >
      <HeartIcon aria-hidden="true" size={20} className={liked ? "fill-current" : ""} />
    </IconToggle>
  );
}

interface WatchlistProps {
  title: string;
  listed: boolean;
  onToggle: () => void;
}

export function WatchlistToggle({ title, listed, onToggle }: WatchlistProps) {
  const Icon = listed ? BookmarkCheckIcon : BookmarkIcon;
  return (
    <IconToggle
      label={listed ? "Remove from Watchlist" : "Add to Watchlist"}
      subject={title}
      on={listed}
      onToggle={onToggle}
    >
      <Icon aria-hidden="true" size={20} />
    </IconToggle>
  );
}
