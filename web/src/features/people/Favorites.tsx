import { useId } from "react";
import { Link } from "wouter";
import type { PageTitle } from "@/api/people";
import { displayTitle } from "@/lib/names";
import { useTitleLanguage } from "@/lib/title-language";
import { Poster } from "@/ui/Poster";

/** Posters in a row of a tablet. A phone has fewer in sight, and the other half of the widest row may come later. */
const ROW = 5;

/** Favourite titles, in their owner's order. */
export function Favorites({ titles }: { titles: readonly PageTitle[] }) {
  const id = useId();
  const language = useTitleLanguage();
  if (titles.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        Favorite titles
      </h2>
      <ol
        // Posters keep the names that they were drawn with.
        key={language}
        // On a phone a row that scrolls: ten posters below one another would hide what follows.
        className="-mx-2 mt-2 flex gap-4 overflow-x-auto overscroll-x-contain px-2 py-2 [scrollbar-width:thin] sm:mx-0 sm:grid sm:grid-cols-5 sm:gap-y-6 sm:overflow-visible sm:px-0 xl:grid-cols-10"
      >
        {titles.map((title, index) => {
          const name = displayTitle(title);
          return (
            <li key={title.mal_id} className="group w-28 shrink-0 sm:w-auto sm:min-w-0">
              <Link href={`/anime/${title.mal_id}`} className="block rounded-md">
                <span className="block overflow-hidden rounded-md bg-raised">
                  <Poster
                    malId={title.mal_id}
                    src={title.image_url}
                    eager={index < ROW}
                    sizes="160px"
                    className="transition-[scale] duration-250 group-hover:scale-[1.03]"
                  />
                </span>
                <span title={name} className="mt-2 line-clamp-2 text-sm leading-snug font-semibold">
                  {name}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
