/** The displayed texts of a title: its names and its synopsis. */

interface Names {
  title?: string | null;
  title_english?: string | null;
  title_japanese?: string | null;
}

let preferred = (names: Names) => names.title_english;

/** Which name comes before the default one: English, as long as nobody has chosen. */
export function preferName(of: typeof preferred) {
  preferred = of;
}

/** The English title, or what the user prefers, else the default one, else "Untitled". */
export function displayTitle(names: Names): string {
  return preferred(names)?.trim() || names.title?.trim() || "Untitled";
}

/** A name beside the one that is displayed, unless only its capitals differ. */
export function otherName(name: string | null | undefined, displayed: string): string | null {
  return name && name.toLowerCase() !== displayed.toLowerCase() ? name : null;
}

export function displaySynopsis(synopsis: string | null | undefined): string {
  return synopsis?.trim() || "No description available.";
}
