import type { ProfileTexts as Texts } from "@/api/types";

/** The genres in a text that people wrote, separated by commas; each one once. */
function splitGenres(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== "");
}

/** About Me and Favorite Genres. */
export function ProfileTexts({ bio, favoriteGenres }: Pick<Texts, "bio" | "favoriteGenres">) {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 wrap-anywhere md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section>
        <h2 className="text-lg">About Me</h2>
        <p className="mt-2 max-w-text whitespace-pre-line">{bio}</p>
      </section>
      <section>
        <h2 className="text-lg">Favorite Genres</h2>
        <ul className="mt-3 flex flex-wrap gap-2">
          {splitGenres(favoriteGenres).map((name) => (
            <li key={name} className="max-w-full rounded-full bg-raised px-3.5 py-1.5 text-sm">
              {name}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
