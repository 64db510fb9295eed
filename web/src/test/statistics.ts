import type { Genre, ReviewedTitle, Statistics, YearInReview } from "@/api/statistics";

const noTime = { episodes: 0, again: 0, seconds: 0, untimed: 0 };

/** Makes the statistics of an empty list. */
export function someStatistics(fields: Partial<Statistics> = {}): Statistics {
  return {
    titles: 0,
    statuses: { planned: 0, watching: 0, completed: 0, paused: 0, dropped: 0 },
    watched: noTime,
    completion: { completed: 0, paused: 0, dropped: 0 },
    years: { known: [], unknown: 0 },
    finished: { known: [], unknown: 0 },
    kinds: { known: [], unknown: 0 },
    scores: {
      count: 0,
      mean: null,
      mean_low: null,
      mean_high: null,
      deviation: null,
      scale: "10",
      steps: [],
    },
    genres: [],
    least_scored: 5,
    ...fields,
  };
}

export function someGenre(name: string, scored: number, lift: Genre["lift"] = null): Genre {
  return { name, titles: scored + 1, seconds: 0, scored, lift };
}

/** The statistics of a list of ten titles, of which six were finished and have a score. */
export const tenTitles = someStatistics({
  titles: 10,
  statuses: { planned: 1, watching: 1, completed: 6, paused: 1, dropped: 1 },
  watched: { episodes: 120, again: 12, seconds: 190_800, untimed: 3 },
  completion: { completed: 6, paused: 1, dropped: 1 },
  years: {
    known: [
      { year: 1998, titles: 4 },
      { year: 2001, titles: 5 },
    ],
    unknown: 1,
  },
  finished: {
    known: [
      { year: 2024, titles: 2 },
      { year: 2026, titles: 3 },
    ],
    unknown: 1,
  },
  kinds: { known: [{ kind: "TV", titles: 9 }], unknown: 1 },
  scores: {
    count: 6,
    mean: 75,
    mean_low: 68,
    mean_high: 81,
    deviation: 12.2,
    scale: "10",
    steps: [
      { value: 6, count: 2, below: 0, above: 4 },
      { value: 7, count: 2, below: 2, above: 2 },
      { value: 9, count: 2, below: 4, above: 0 },
    ],
  },
  genres: [
    someGenre("Action", 6, { points: 0, margin: 0, liking: "unclear" }),
    someGenre("Comedy", 5, { points: -11.2, margin: 6, liking: "less" }),
    someGenre("Drama", 5, { points: 8.4, margin: 6, liking: "more" }),
    someGenre("Gourmet", 2),
  ],
});

export function someReviewed(fields: Partial<ReviewedTitle> = {}): ReviewedTitle {
  return {
    mal_id: 1,
    title: "Kaubōi Bibappu",
    title_english: "Cowboy Bebop",
    title_japanese: "カウボーイビバップ",
    image_url: null,
    finished: "2026-03-14",
    score: 90,
    watched: { episodes: 26, again: 0, seconds: 37_440, untimed: 0 },
    ...fields,
  };
}

/** Makes the review of a year in which nothing was finished. */
export function someYear(fields: Partial<YearInReview> = {}): YearInReview {
  return {
    year: 2026,
    titles: 0,
    again: 0,
    watched: noTime,
    months: Array.from({ length: 12 }, () => 0),
    monthless: 0,
    scored: 0,
    mean: null,
    mean_low: null,
    mean_high: null,
    genres: [],
    best: [],
    longest: null,
    first: null,
    last: null,
    ...fields,
  };
}
