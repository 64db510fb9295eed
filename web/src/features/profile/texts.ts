import type { ProfileTexts } from "@/api/types";
import { lengthOf } from "@/lib/text-length";

type Name = keyof ProfileTexts;

/** How the form calls each text, and how many characters the server takes. */
export const limits: Readonly<Record<Name, { called: string; max: number }>> = {
  displayName: { called: "your name", max: 100 },
  bio: { called: "the text about you", max: 2_000 },
  favoriteGenres: { called: "your genres", max: 500 },
};

const names = Object.keys(limits) as Name[];

/** What the server shows where nothing was written. Nobody should have to delete it first. */
export const placeholders = {
  displayName: "",
  bio: "This is a dummy bio. Edit to add your own!",
  favoriteGenres: "Shonen, Seinen, Slice of Life",
};

/** Returns the texts as their owner wrote them: empty in place of the server's defaults. */
export function written(texts: ProfileTexts): ProfileTexts {
  const own = (name: Name) => (texts[name] === placeholders[name] ? "" : texts[name]);
  return {
    displayName: own("displayName"),
    bio: own("bio"),
    favoriteGenres: own("favoriteGenres"),
  };
}

/** Returns the texts of `now` that differ from `before`. */
export function changes(before: ProfileTexts, now: ProfileTexts): Partial<ProfileTexts> {
  return Object.fromEntries(
    names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]),
  );
}

/** The first text that is longer than the server takes, and what to say of it. */
export function tooLong(texts: ProfileTexts): { name: Name; message: string } | null {
  const name = names.find((each) => lengthOf(texts[each]) > limits[each].max);
  if (!name) return null;
  const { called, max } = limits[name];
  return { name, message: `Please keep ${called} to at most ${max} characters.` };
}
