import { useQuery, useQueryClient } from "@tanstack/react-query";
import { send } from "@/api/client";
import { type OwnPage, ownPageQuery } from "@/api/people";
import type { AnimeDetails } from "@/api/types";
import { useWrite } from "@/api/write";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { FormMessage } from "@/ui/FormMessage";
import { StarIcon } from "@/ui/icons";

/** The largest number of favorites that the server takes. */
const MAX_FAVORITES = 10;

/** Puts a title among the favorites of the user's page, or takes it off them. Who has no page has none. */
export function FavoriteToggle({ anime, uid }: { anime: AnimeDetails; uid: string }) {
  const queries = useQueryClient();
  const { data: page } = useQuery(ownPageQuery(uid));
  const save = useWrite(
    async (isFavorite: boolean) => {
      // The whole page is sent, and another device may have closed it since
      const now = await queries.fetchQuery({ ...ownPageQuery(uid), staleTime: 0 });
      if (!now) return now;
      const others = idsOf(now).filter((id) => id !== anime.mal_id);
      const favorites = isFavorite ? [...others, anime.mal_id] : others;
      const known_version = now.version;
      return send("PUT", "/api/v1/me/page", { ...formOf(now), favorites, known_version });
    },
    (now) => queries.setQueryData(ownPageQuery(uid).queryKey, now),
  );
  if (!page) return null;
  const ids = idsOf(page);
  const chosen = ids.includes(anime.mal_id);
  const full = !chosen && ids.length >= MAX_FAVORITES;
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-5">
      <Button
        variant="outline"
        aria-pressed={chosen}
        busy={save.isPending}
        aria-disabled={full || save.isPending || undefined}
        onClick={() => {
          if (full || save.isPending) return;
          save.mutate(!chosen);
        }}
      >
        <StarIcon aria-hidden="true" size={18} className={chosen ? "fill-current" : ""} />
        Favorite on my page
      </Button>
      {full && (
        <p className="text-sm text-muted">
          Your page has {MAX_FAVORITES} favorites already. Take one off first.
        </p>
      )}
      <FormMessage text={save.error && failureMessage(save.error)} />
    </div>
  );
}

/** Returns the values of a page as the API takes them. */
function formOf({ name, audience, list_audience }: OwnPage) {
  return { name, audience, list_audience };
}

function idsOf(page: OwnPage) {
  return page.favorites.map((title) => title.mal_id);
}
