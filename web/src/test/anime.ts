import type {
  AnimeCard,
  AnimeDetails,
  AnimePage,
  BrowseFacets,
  BrowsePage,
  Hero,
  HeroSlide,
  SuggestedTitle,
  Suggestions,
} from "@/api/types";

export function card(fields: Partial<AnimeCard> = {}): AnimeCard {
  const id = fields.mal_id ?? 16498;
  return {
    mal_id: id,
    slug: `title-${id}`,
    title: `Title ${id}`,
    title_english: null,
    title_japanese: null,
    type: "TV",
    year: 2013,
    episodes: 25,
    status: "Finished Airing",
    score: 8.55,
    score_low: 8.53,
    score_high: 8.57,
    scored_by: 12_345,
    popularity: 1,
    genres: ["Action"],
    synopsis: "Behind three walls.",
    image_url: null,
    seasons: 1,
    seasons_known: true,
    ...fields,
  };
}

/** One page of 25 different titles, ids counted from (page - 1) * 25 + 1. */
export function listing(page: number, fields: Partial<AnimePage> = {}): AnimePage {
  return {
    items: Array.from({ length: 25 }, (_, index) => card({ mal_id: (page - 1) * 25 + index + 1 })),
    page,
    total_pages: 10,
    total: 250,
    as_of: "2026-08-31",
    source: "built-in",
    ...fields,
  };
}

/** Makes facets with a few choices of each kind. */
export function facets(fields: Partial<BrowseFacets> = {}): BrowseFacets {
  return {
    genres: [
      { value: "action", name: "Action", group: "genre", titles: 5100 },
      { value: "sci-fi", name: "Sci-Fi", group: "genre", titles: 3277 },
      { value: "mecha", name: "Mecha", group: "theme", titles: 1288 },
      { value: "shounen", name: "Shounen", group: "demographic", titles: 2206 },
    ],
    types: [
      { value: "tv", name: "TV", titles: 9160 },
      { value: "tv-special", name: "TV Special", titles: 0 },
    ],
    statuses: [
      { value: "upcoming", titles: 547 },
      { value: "airing", titles: 462 },
      { value: "finished", titles: 26_824 },
    ],
    seasons: [
      { value: "winter", titles: 11 },
      { value: "spring", titles: 12 },
      { value: "summer", titles: 13 },
      { value: "fall", titles: 14 },
    ],
    years: [
      { value: 2024, titles: 3 },
      { value: 2023, titles: 4 },
      { value: 2020, titles: 5 },
    ],
    min_scores: [
      { value: 9, titles: 12 },
      { value: 8, titles: 900 },
    ],
    episodes: [
      { value: "1", titles: 70 },
      { value: "2-13", titles: 80 },
      { value: "53-", titles: 90 },
    ],
    ...fields,
  };
}

/** Makes a page of the titles with these ids, as a filter's answer has it. */
export function browsed(ids: number[], fields: Partial<BrowsePage> = {}): BrowsePage {
  return {
    items: ids.map((mal_id) => card({ mal_id })),
    total: ids.length,
    next: null,
    facets: facets(),
    as_of: "2026-08-31",
    source: "built-in",
    ...fields,
  };
}

export function slide(number: number, fields: Partial<HeroSlide> = {}): HeroSlide {
  return {
    id: `mal-${number}`,
    mal_id: number,
    slug: `slide-${number}`,
    title: `Slide title ${number}`,
    title_english: null,
    title_japanese: null,
    image_url: null,
    description: `Description ${number}.`,
    rating: null,
    ...fields,
  };
}

export function hero(count = 3): Hero {
  return {
    items: Array.from({ length: count }, (_, index) => slide(index + 1)),
    as_of: "2026-08-31",
    source: "built-in",
  };
}

export function details(fields: Partial<AnimeDetails> = {}): AnimeDetails {
  return {
    ...card({ slug: "attack-on-titan" }),
    title: "Shingeki no Kyojin",
    title_english: "Attack on Titan",
    title_japanese: "進撃の巨人",
    title_synonyms: ["AoT", "SnK"],
    other_titles: [{ language: "French", title: "L’Attaque des Titans" }],
    rating: "R - 17+ (violence & profanity)",
    source: "Manga",
    duration: "24 min per ep",
    season: "spring",
    aired: "Apr 7, 2013 to Sep 29, 2013",
    broadcast: { weekday: 0, time: "01:58" },
    expected: null,
    rank: 118,
    members: 4_304_476,
    favorites: 186_762,
    studios: ["Wit Studio"],
    themes: ["Gore"],
    demographics: ["Shounen"],
    background: null,
    large_image_url: null,
    relations: [],
    franchise: [],
    sections: [],
    own_ratings: { has_scores: false, has_statuses: false },
    synopsis_credit: null,
    as_of: "2026-08-31",
    provenance: "built-in",
    ...fields,
  };
}

/** Makes the suggestions for a text that means titles alone. */
export const suggested = (items: SuggestedTitle[]): Suggestions => ({
  items,
  people: [],
  characters: [],
  names_first: false,
});
