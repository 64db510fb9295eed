import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ListItem } from "@/api/list";
import { displayTitle } from "@/lib/names";
import { Button } from "@/ui/Button";
import { Poster } from "@/ui/Poster";

interface Props {
  item: ListItem;
  /** The label of the button. */
  label: string;
  busy: boolean;
  onRestore: (item: ListItem) => void;
  /** The entry's values at that time. */
  children: ReactNode;
}

/** An entry as it was at a time, with a button that restores it. */
export function PastEntry({ item, label, busy, onRestore, children }: Props) {
  const title = displayTitle(item);
  return (
    <li className="flex items-center gap-4 py-3">
      <Poster malId={item.mal_id} src={item.image_url} sizes="48px" className="w-12! rounded-sm" />
      <div className="min-w-0 flex-1">
        <Link
          href={`/anime/${item.mal_id}`}
          className="line-clamp-2 font-semibold underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        <p className="text-sm text-muted">{children}</p>
      </div>
      <Button
        variant="outline"
        busy={busy}
        aria-label={`${label}: ${title}`}
        onClick={() => busy || onRestore(item)}
      >
        {label}
      </Button>
    </li>
  );
}
