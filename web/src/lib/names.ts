/** How a title is called on the page, and what it is about. */

/** The English title, else the default one, else "Untitled". */
export function displayTitle(anime: {
  title?: string | null;
  title_english?: string | null;
}): string {
  return anime.title_english?.trim() || anime.title?.trim() || "Untitled";
}

/** A name beside the one that is displayed, unless only its capitals differ. */
export function otherName(name: string | null | undefined, displayed: string): string | null {
  return name && name.toLowerCase() !== displayed.toLowerCase() ? name : null;
}

export function displaySynopsis(synopsis: string | null | undefined): string {
  return synopsis?.trim() || "No description available.";
}
