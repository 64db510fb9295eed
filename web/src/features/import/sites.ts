/** Sites that number titles, by their names in the API. */
const sites: Readonly<Record<string, { name: string; address: string }>> = {
  myanimelist: { name: "MyAnimeList", address: "https://myanimelist.net/anime/" },
  anilist: { name: "AniList", address: "https://anilist.co/anime/" },
  kitsu: { name: "Kitsu", address: "https://kitsu.app/anime/" },
};

interface Numbered {
  site: string | null;
  number: string | number | null;
}

/** Returns the name of a title without a name: its number at a site. */
export function numberName({ site, number }: Numbered): string | null {
  if (number === null) return null;
  const known = site === null ? undefined : sites[site];
  return known ? `${known.name} ${number}` : `Number ${number}`;
}

/** Returns the address of the title's page at the site of its number; null where none is known. */
export function numberAddress({ site, number }: Numbered): string | null {
  const known = site === null ? undefined : sites[site];
  return known && /^\d+$/.test(String(number)) ? `${known.address}${number}` : null;
}

/** Whose numbers these are, where the catalogue may not have learnt any of them. */
export const foreignSite = ({ site }: Numbered): string | null =>
  site === null || site === "myanimelist" ? null : (sites[site]?.name ?? null);
