import type { AnimeDetails } from "@/api/types";
import { useListItem } from "@/lib/list/useAnimeList";
import { useListEdit } from "@/lib/list/useListEdit";
import { useSession } from "@/lib/session";
import { Skeleton } from "@/ui/Spinner";
import { EntryFields } from "./EntryFields";
import { itemOfDetails } from "./item";
import { Refused } from "./Refused";
import { StatusChoice } from "./StatusChoice";

/** What the signed-in user keeps of a title, and the ways to change it. */
export default function EntryPanel({ anime }: { anime: AnimeDetails }) {
  const session = useSession();
  return (
    <section aria-label="Your list" className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      {session.user ? <Entry anime={anime} uid={session.user.uid} /> : <Waiting />}
    </section>
  );
}

function Waiting() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-7 w-32" />
      <Skeleton className="h-10 w-full max-w-xl" />
    </div>
  );
}

function Entry({ anime, uid }: { anime: AnimeDetails; uid: string }) {
  const item = useListItem(anime.mal_id);
  const { edit } = useListEdit();
  if (item === undefined) return <Waiting />;
  const shown = item ?? itemOfDetails(anime);
  return (
    <div className="grid gap-5">
      <h2 className="text-xl">Your list</h2>
      <Refused uid={uid} malId={anime.mal_id} />
      <StatusChoice
        item={shown}
        chosen={item?.status ?? null}
        onStatus={(status) => edit(shown, { status }, item !== null)}
      />
      {item ? (
        <EntryFields item={item} onEdit={(fields) => edit(item, fields)} />
      ) : (
        <p className="text-sm text-muted">Not on your list yet. Choose where you are with it.</p>
      )}
    </div>
  );
}
