import type { UserPage } from "@/api/people";
import { Avatar } from "@/ui/Avatar";
import { Seigaiha } from "@/ui/Seigaiha";

/** In characters: a longer name is set smaller, so that all of it has a place. */
const LONG_NAME = 40;

/** The genres in a text that people wrote, separated by commas; each one once. */
function genresOf(text: string | null): string[] {
  const names = (text ?? "").split(",").map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== "");
}

/** Who it is, below a banner of waves. The picture is drawn: a photo elsewhere was not given to be public. */
export function PageHead({ page }: { page: UserPage }) {
  const { name, display_name: displayName, bio } = page;
  const genres = genresOf(page.favorite_genres);
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface">
      <div
        aria-hidden="true"
        className="relative h-28 overflow-hidden bg-cool-fill text-on-cool sm:h-40"
      >
        <div className="absolute top-6 right-[12%] size-28 rounded-full bg-accent-fill sm:top-8 sm:size-44" />
        <Seigaiha className="absolute inset-x-0 bottom-0 h-12 w-full fill-cool-fill text-on-cool/25 sm:h-20" />
      </div>
      <div className="px-5 pb-7 sm:px-8">
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Avatar
            user={{ uid: name.toLowerCase(), displayName }}
            className="relative -mt-14 size-28 border-4 border-surface sm:-mt-20 sm:size-36"
          />
          <div className="min-w-0 sm:pt-4">
            <h1
              title={displayName}
              className={`line-clamp-3 wrap-anywhere ${displayName.length > LONG_NAME ? "text-lg" : "text-2xl"}`}
            >
              {displayName}
            </h1>
            <p className="mt-1 wrap-anywhere text-muted">@{name}</p>
          </div>
        </div>
        {bio && <p className="mt-6 max-w-text wrap-anywhere whitespace-pre-line">{bio}</p>}
        {genres.length > 0 && (
          <>
            <h2 className="mt-6 text-sm font-semibold text-muted">Favorite genres</h2>
            <ul className="mt-2 flex flex-wrap gap-2">
              {genres.map((genre) => (
                <li
                  key={genre}
                  className="max-w-full rounded-full bg-raised px-3.5 py-1.5 text-sm wrap-anywhere"
                >
                  {genre}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
