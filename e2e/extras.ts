/** Titles of which everything, something and nothing is known beside their records, in Jikan's form. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mitai } from "./programs";

/** Ids of the titles, which no title of the built-in catalogue has. */
export const EVERYTHING = 2_000_001;
export const SOMETHING = 2_000_002;
export const NOTHING = 2_000_003;

const FAMILIES =
  "Aoki,Fujita,Hayashi,Inoue,Kimura,Matsumoto,Nakamura,Ogawa,Sakurai,Takahashi".split(",");
const GIVEN = "Haruka,Kenji,Mei,Naoki,Rin,Shinichirou,Tomoko,Yuuta".split(",");

/** Returns a name for a number. */
const name = (number: number) =>
  `${FAMILIES[number % FAMILIES.length]}, ${GIVEN[(number * 3) % GIVEN.length]}`;

const list = <Item>(length: number, make: (number: number) => Item) =>
  Array.from({ length }, (_, index) => make(index + 1));

/** Returns the id of a person or character whom no title of the built-in catalogue has. */
export const own = (number: number) => 2_000_000 + number;

const person = (number: number) => ({ mal_id: own(number), name: name(number) });

const cast = (size: number) =>
  list(size, (number) => ({
    character: { mal_id: own(number), name: name(number + 5) },
    role: number <= 4 ? "Main" : "Supporting",
    favorites: 5_000 - number,
    voice_actors: [
      { person: person(100 + (number % 20)), language: "Japanese" },
      { person: person(200 + number), language: "English" },
    ],
  }));

const staff = (size: number) =>
  list(size, (number) => ({
    person: person(300 + number),
    positions: number === 1 ? ["Director", "Storyboard", "Episode Director"] : ["Key Animation"],
  }));

const episodes = (count: number) =>
  list(count, (number) => ({
    mal_id: number,
    title: `The ${number === 3 ? "very long way to the other side of the sea, and what was there" : "way"}, part ${number}`,
    title_japanese: `道 第${number}話`,
    aired: `20${10 + Math.floor(number / 52)}-0${1 + (number % 9)}-1${number % 9}T00:00:00+00:00`,
    filler: number % 7 === 0,
    recap: number === 13,
  }));

const record = (id: number, title: string) => ({
  mal_id: id,
  title,
  type: "TV",
  year: 2012,
  episodes: 120,
  status: "Finished Airing",
  score: 8.1,
  scored_by: 120_000,
  popularity: 50,
  synopsis: "A ship sails to the other side of the sea.",
  genres: [{ mal_id: 1, type: "anime", name: "Action" }],
});

/** Makes the record of the title of which everything is known; `host` serves its pictures. */
const everything = (host: string) => ({
  ...record(EVERYTHING, "Everything Known"),
  theme: {
    openings: list(7, (n) => `${n}: "Way (道)" by The Sailors (eps ${n}-${n + 12})`),
    endings: ['1: "Harbour" by Nagisa (eps 1-13)'],
  },
  streaming: list(3, (n) => ({ name: `Tube ${n}`, url: `https://tube${n}.example/` })),
  external: [{ name: "Official Site", url: "https://site.example/" }],
  characters: cast(40),
  staff: staff(30),
  videos: {
    promo: list(7, (n) => ({ title: `PV ${n}`, trailer: { youtube_id: `video${n}` } })),
    music_videos: [],
    episodes: [],
  },
  recommendations: [16498, 5114, 1, 20, 11061].map((id, at) => ({
    entry: { mal_id: id },
    votes: 40 - 9 * at,
  })),
  statistics: {
    watching: 120_331,
    completed: 812_004,
    on_hold: 31_870,
    dropped: 29_017,
    plan_to_watch: 240_100,
    total: 1_233_322,
    scores: list(10, (score) => ({ score, votes: score * score * score * 300 })),
  },
  pictures: list(9, (n) => ({
    jpg: { image_url: `${host}/images/${n}.jpg`, large_image_url: `${host}/images/${n}l.jpg` },
  })),
  news: list(7, (n) => ({
    mal_id: n,
    url: `https://news.example/${n}`,
    title: `The ship sails ${n === 2 ? "once more, this time to the far side of the sea, and all that the harbour had to say of it" : "on"}`,
    date: `2026-10-0${n}T08:00:00+00:00`,
  })),
});

const something = {
  ...record(SOMETHING, "Something Known"),
  characters: cast(3),
  staff: staff(1),
};

/**
 * Brings them into the catalogue of a folder, with what the first voice and the first character say of themselves.
 * `host` serves the pictures.
 */
export async function addExtras(data: string, host: string) {
  const put = async (kind: string | null, items: readonly object[]) => {
    const file = join(data, `${kind ?? "titles"}.jsonl`);
    await writeFile(file, items.map((item) => JSON.stringify(item)).join("\n"));
    const of = kind === null ? [] : ["--kind", kind];
    await mitai("import", "jikan", "--data-dir", data, ...of, file);
  };
  await put(null, [everything(host), something, record(NOTHING, "Nothing Known")]);
  await put("episodes", [{ mal_id: EVERYTHING, data: episodes(120) }]);
  await put("people", [
    {
      ...person(101),
      given_name: "春香",
      family_name: "青木",
      alternate_names: ["Haru"],
      birthday: "1980-02-03T00:00:00+00:00",
      favorites: 43_210,
      about: "She has spoken captains and cooks. ".repeat(30),
      website_url: "https://haruka.example/",
    },
  ]);
  await put("characters-full", [
    {
      mal_id: own(1),
      name: name(6),
      name_kanji: "松本",
      nicknames: ["Captain"],
      favorites: 4_999,
      about: "A captain who fears the sea.",
    },
  ]);
}
