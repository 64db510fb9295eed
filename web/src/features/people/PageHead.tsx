import { useId, useState } from "react";
import type { UserPage } from "@/api/people";
import { Avatar } from "@/ui/Avatar";
import { Seigaiha } from "@/ui/Seigaiha";
import { ShowAll } from "@/ui/ShowAll";

/** In characters: a longer name is set smaller, so that all of it has a place. */
const LONG_NAME = 40;

/** The genres in a text that people wrote, separated by commas; each one once. */
function genresOf(text: string | null): string[] {
  const names = (text ?? "").split(",").map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== "");
}

/** Name and picture below a banner of waves. The picture is drawn: a provider's photo is not public. */
export function PageHead({ page }: { page: UserPage }) {
  const { name, display_name: displayName, bio } = page;
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface">
      <div
        aria-hidden="true"
        className="relative h-16 overflow-hidden bg-cool-fill text-on-cool sm:h-32"
      >
        <div className="absolute top-4 right-[12%] size-20 rounded-full bg-accent-fill sm:top-6 sm:size-36" />
        <Seigaiha className="absolute inset-x-0 bottom-0 h-8 w-full fill-cool-fill text-on-cool/25 sm:h-16" />
      </div>
      <div className="px-5 pb-5 sm:px-8 sm:pb-7">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:gap-x-6">
          <Avatar
            user={{ uid: name.toLowerCase(), displayName }}
            className="relative -mt-6 size-20 border-4 border-surface sm:-mt-16 sm:size-36"
          />
          <div className="min-w-0 pt-2 sm:pt-4">
            <h1
              title={displayName}
              className={`line-clamp-3 wrap-anywhere ${displayName.length > LONG_NAME ? "text-lg" : "text-2xl"}`}
            >
              {displayName}
            </h1>
            <p className="mt-1 wrap-anywhere text-muted">@{name}</p>
          </div>
        </div>
        {bio && <Bio text={bio} />}
        <Genres names={genresOf(page.favorite_genres)} />
      </div>
    </section>
  );
}

/** Characters, and lines, of a text that is more than four lines wherever it is cut, at 639 px, too. */
const LONG_BIO = { length: 300, lines: 4 };

/** A long text begins on a phone, so that what follows it is in reach. */
function Bio({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const isLong = text.length > LONG_BIO.length || text.split("\n").length > LONG_BIO.lines;
  return (
    <div className="mt-4 grid max-w-text">
      <p
        id={id}
        className={`wrap-anywhere whitespace-pre-line ${isLong && !whole ? "max-sm:line-clamp-4 noscript:line-clamp-none" : ""}`}
      >
        {text}
      </p>
      {isLong && (
        <ShowAll
          expanded={whole}
          onExpanded={setWhole}
          all="Read on"
          fewer="Read less"
          controls={id}
          className="sm:hidden"
        />
      )}
    </div>
  );
}

function Genres({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <h2 className="mt-4 text-sm font-semibold text-muted">Favorite genres</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {names.map((genre) => (
          <li
            key={genre}
            className="max-w-full rounded-full bg-raised px-3 py-1 text-sm wrap-anywhere sm:px-3.5 sm:py-1.5"
          >
            {genre}
          </li>
        ))}
      </ul>
    </>
  );
}
