import type {
  CastMember,
  Episode,
  NamedTitle,
  News,
  Picture,
  Recommendation,
  StaffMember,
} from "@/api/extras";

const person = (id: number) => ({ id, name: `Person ${id}`, image_url: null });

export const castMember = (id: number): CastMember => ({
  character: { id, name: `Character ${id}`, image_url: null },
  role: id === 1 ? "main" : "supporting",
  voices: [
    { person: person(1000 + id), language: "English" },
    { person: person(100 + id), language: "Japanese" },
  ],
});

export const staffMember = (id: number): StaffMember => ({
  person: person(id),
  positions: ["Director", "Script"],
});

export function episode(number: number, fields: Partial<Episode> = {}): Episode {
  return {
    number,
    title: `Episode title ${number}`,
    title_japanese: null,
    title_romaji: null,
    aired: "2013-04-07",
    score: null,
    is_filler: false,
    is_recap: false,
    ...fields,
  };
}

export const namedTitle = (id: number): NamedTitle => ({
  mal_id: id,
  slug: `title-${id}`,
  title: `Title ${id}`,
  title_english: null,
  title_japanese: null,
  type: "TV",
  year: 2013,
  image_url: null,
});

export const recommendation = (id: number, votes: number): Recommendation => ({
  title: namedTitle(id),
  votes,
});

export const picture = (number: number): Picture => ({
  image_url: `/img/still/1-${number}-320`,
  large_image_url: `/img/still/1-${number}-960`,
});

export const news = (number: number): News => ({
  title: `News ${number}`,
  url: `https://www.news.example/${number}`,
  at: "2026-11-20T12:00:00Z",
});

/** Makes a page of a list of items numbered from 1, each made by `make`. */
export function part<Item>(total: number, make: (number: number) => Item, page = 1, size = 24) {
  const from = (page - 1) * size;
  const length = Math.max(0, Math.min(size, total - from));
  return {
    items: Array.from({ length }, (_, index) => make(from + index + 1)),
    page,
    pages: Math.max(1, Math.ceil(total / size)),
    total,
    source: "jikan",
    as_of: "2026-11-20T12:00:00Z",
  };
}
