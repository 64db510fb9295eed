import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AnimeDetails } from "@/api/types";
import { addEdits } from "@/lib/library/edits";
import { todayIn } from "@/lib/list/preferences";
import { useListItem } from "@/lib/list/useAnimeList";
import { useListEdit } from "@/lib/list/useListEdit";
import { isStillSignedIn, useSession } from "@/lib/session";
import { RefusedEdits } from "@/ui/RefusedEdits";
import { EntryFields } from "./EntryFields";
import { EntrySkeleton } from "./EntrySkeleton";
import { FavoriteToggle } from "./FavoriteToggle";
import { itemOfDetails } from "./item";
import { StatusChoice } from "./StatusChoice";
import { useSavedHeight } from "./useSavedHeight";

/** The signed-in user's entry of a title, with its controls. */
export default function EntryPanel({ anime }: { anime: AnimeDetails }) {
  const { user } = useSession();
  return user ? <Entry anime={anime} uid={user.uid} /> : <EntrySkeleton />;
}

function Entry({ anime, uid }: { anime: AnimeDetails; uid: string }) {
  const item = useListItem(anime.mal_id);
  const { edit } = useListEdit();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<{ id: string; notes: string } | null>(null);
  const content = useRef<HTMLDivElement>(null);
  useSavedHeight(content, uid, item);
  if (item === undefined) return <EntrySkeleton />;
  const shown = item ?? itemOfDetails(anime);
  const keep = (notes: string, refused: string) => {
    if (!isStillSignedIn(queries, uid)) return;
    const { mal_id: malId } = anime;
    const day = { today: todayIn(null) };
    addEdits(uid, [{ malId, edit: { notes, ...day }, item, baseVersion: null, refused }]);
  };
  return (
    <div ref={content} className="grid gap-5">
      <h2 className="text-xl">Your list</h2>
      <RefusedEdits uid={uid} malId={anime.mal_id} onNotes={setDraft} />
      <StatusChoice
        item={shown}
        chosen={item?.status ?? null}
        onStatus={(status) => edit(shown, { status }, item !== null)}
      />
      {item ? (
        <EntryFields
          item={item}
          onEdit={(fields) => edit(item, fields)}
          draft={draft}
          onTooLong={keep}
        />
      ) : (
        <p className="text-sm text-muted">
          Not on your list yet. Choose where you are with it, then give your score.
        </p>
      )}
      <FavoriteToggle anime={anime} uid={uid} />
    </div>
  );
}
