import { useQuery, useQueryClient } from "@tanstack/react-query";
import { send } from "@/api/client";
import { type OwnPage, ownPageQuery } from "@/api/people";
import type { AnimeDetails } from "@/api/types";
import { useWrite } from "@/api/write";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { FormMessage } from "@/ui/FormMessage";
import { StarIcon } from "@/ui/icons";

/** More the server does not take. */
const MOST = 10;

/** Puts a title among the favorites of the user's page, or takes it off them. Who has no page has none. */
export function FavoriteToggle({ anime, uid }: { anime: AnimeDetails; uid: string }) {
  const queries = useQueryClient();
  const { data: page } = useQuery(ownPageQuery(uid));
  const save = useWrite(
    (favorites: number[]) => send("PUT", "/api/v1/me/page", { ...formOf(page), favorites }),
    (now) => queries.setQueryData(ownPageQuery(uid).queryKey, now),
  );
  if (!page) return null;
  const ids = page.favorites.map((title) => title.mal_id);
  const chosen = ids.includes(anime.mal_id);
  const full = !chosen && ids.length >= MOST;
  const others = ids.filter((id) => id !== anime.mal_id);
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-5">
      <Button
        variant="outline"
        aria-pressed={chosen}
        busy={save.isPending}
        aria-disabled={full || save.isPending || undefined}
        onClick={() => {
          if (full || save.isPending) return;
          save.mutate(chosen ? others : [...ids, anime.mal_id]);
        }}
      >
        <StarIcon aria-hidden="true" size={18} className={chosen ? "fill-current" : ""} />
        Favorite on my page
      </Button>
      {full && (
        <p className="text-sm text-muted">
          Your page has {MOST} favorites already. Take one off first.
        </p>
      )}
      <FormMessage text={save.error && failureMessage(save.error)} />
    </div>
  );
}

/** What a page is, as it is sent. */
function formOf(page: OwnPage | null | undefined) {
  const { name = "", audience = "only_me", list_audience = "only_me" } = page ?? {};
  return { name, audience, list_audience };
}
