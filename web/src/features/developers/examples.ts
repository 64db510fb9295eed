/** The examples of the page for developers. Each is an address of `/v4` that answers on every server. */

export interface Example {
  label: string;
  path: string;
}

export const examples: readonly Example[] = [
  { label: "A title", path: "/v4/anime/1" },
  { label: "A title with all that is known", path: "/v4/anime/1/full" },
  { label: "Titles by name", path: "/v4/anime?q=cowboy%20bebop&limit=3" },
  {
    label: "Films of at least 8.5, the best first",
    path: "/v4/anime?type=movie&min_score=8.5&order_by=score&sort=desc&limit=5",
  },
  {
    label: "Titles that ended in the nineties or before, the last first",
    path: "/v4/anime?end_date=1999&order_by=end_date&sort=desc&limit=5",
  },
  { label: "The most popular titles", path: "/v4/top/anime?filter=bypopularity&limit=5" },
  { label: "What this season brings", path: "/v4/seasons/now?limit=5" },
  { label: "What airs on Saturdays", path: "/v4/schedules?filter=saturday&limit=5" },
  { label: "Opening and ending themes", path: "/v4/anime/1/themes" },
  { label: "Where it can be watched", path: "/v4/anime/1/streaming" },
  { label: "Who is in it, and who speaks them", path: "/v4/anime/1/characters" },
  { label: "Characters by name", path: "/v4/characters?q=spike&limit=5" },
  { label: "Companies by name", path: "/v4/producers?q=sunrise&limit=5" },
  { label: "Genres, and how many titles have them", path: "/v4/genres/anime?filter=genres" },
  { label: "A title by chance", path: "/v4/random/anime" },
];

/** The addresses of `/v4`, by topic. */
export const offered: readonly { about: string; addresses: readonly string[] }[] = [
  {
    about: "One title and its parts",
    addresses: [
      "/anime/{id}",
      "/anime/{id}/full",
      "/anime/{id}/relations",
      "/anime/{id}/themes",
      "/anime/{id}/external",
      "/anime/{id}/streaming",
      "/anime/{id}/reviews",
      "/anime/{id}/characters",
      "/anime/{id}/staff",
      "/anime/{id}/episodes",
      "/anime/{id}/episodes/{number}",
      "/anime/{id}/videos",
      "/anime/{id}/videos/episodes",
      "/anime/{id}/pictures",
      "/anime/{id}/statistics",
      "/anime/{id}/recommendations",
      "/anime/{id}/news",
    ],
  },
  {
    about: "Many titles: found by name and facts, the best of them, or one by chance",
    addresses: ["/anime", "/top/anime", "/random/anime"],
  },
  {
    about:
      "People and characters: found by name, what they are in, the most loved, or one by chance",
    addresses: [
      "/characters",
      "/characters/{id}",
      "/characters/{id}/full",
      "/characters/{id}/anime",
      "/characters/{id}/voices",
      "/characters/{id}/pictures",
      "/top/characters",
      "/random/characters",
      "/people",
      "/people/{id}",
      "/people/{id}/full",
      "/people/{id}/anime",
      "/people/{id}/voices",
      "/people/{id}/pictures",
      "/top/people",
      "/random/people",
    ],
  },
  {
    about:
      "What is new of all titles, what is recommended with what, and what people write of them here",
    addresses: [
      "/watch/episodes",
      "/watch/episodes/popular",
      "/watch/promos",
      "/watch/promos/popular",
      "/recommendations/anime",
      "/reviews/anime",
      "/top/reviews",
    ],
  },
  {
    about: "When they air",
    addresses: [
      "/seasons",
      "/seasons/now",
      "/seasons/upcoming",
      "/seasons/{year}/{season}",
      "/schedules",
      "/schedules/{filter}",
    ],
  },
  {
    about: "Who made them, and of which kind they are",
    addresses: [
      "/producers",
      "/producers/{id}",
      "/producers/{id}/full",
      "/producers/{id}/external",
      "/genres/anime",
    ],
  },
  {
    about: "Always empty, so that programs go on",
    addresses: [
      "/anime/{id}/moreinfo",
      "/anime/{id}/forum",
      "/anime/{id}/userupdates",
      "/characters/{id}/manga",
      "/people/{id}/manga",
      "/magazines",
    ],
  },
];

/** Code samples that point at the server at `origin`. */
export function snippets(origin: string): readonly { language: string; code: string }[] {
  const base = `${origin}/v4`;
  return [
    { language: "Shell", code: `curl "${base}/top/anime?limit=5"` },
    {
      language: "JavaScript",
      code: `const answer = await fetch("${base}/anime/1");\nconst { data } = await answer.json();`,
    },
    {
      language: "TypeScript, with @tutkli/jikan-ts and ky",
      code: `const kyInstance = ky.create({ prefixUrl: "${base}" });\nconst jikan = new JikanClient({ kyInstance });`,
    },
    {
      language: "Python, with jikanpy-v4",
      code: `from jikanpy import Jikan\njikan = Jikan(selected_base="${base}")`,
    },
  ];
}
