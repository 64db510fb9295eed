/** `@tutkli/jikan-ts`, a public client of Jikan v4, with Mitai as its base address. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { JikanClient } from "@tutkli/jikan-ts";
import ky from "ky";

const base = process.env.MITAI_JIKAN;
const lines = readFileSync(new URL("titles.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const [garden, { videos: winterVideos, ...winter }, ferry] = lines.map((line) => JSON.parse(line));
// One address of a portrait is kept (docs/jikan.md)
for (const { character } of ferry.characters) {
  const { image_url } = character.images.jpg;
  const none = { image_url: null, small_image_url: null };
  character.images = { jpg: { ...none, image_url }, webp: none };
}
const jikan = new JikanClient({ kyInstance: ky.create({ prefixUrl: base, retry: 0 }) });

const ids = (answer) => answer.data.map((title) => title.mal_id);

test("a title has its imported facts", async () => {
  assert.deepEqual((await jikan.anime.getAnimeFullById(900001)).data, garden);
  assert.deepEqual((await jikan.anime.getAnimeFullById(900002)).data, winter);
  const { relations, theme, external, streaming, ...short } = garden;
  assert.deepEqual((await jikan.anime.getAnimeById(900001)).data, short);
  assert.deepEqual((await jikan.anime.getAnimeRelations(900001)).data, relations);
});

test("titles are found by name and facts", async () => {
  assert.deepEqual(
    ids(await jikan.anime.getAnimeSearch({ q: "lantern garden" })),
    [900001, 900002],
  );
  const airing = { q: "lantern", status: "airing", genres: "10,36", limit: 5 };
  const found = await jikan.anime.getAnimeSearch(airing);
  assert.deepEqual(ids(found), [900002]);
  assert.deepEqual(found.pagination, {
    last_visible_page: 1,
    has_next_page: false,
    current_page: 1,
    items: { count: 1, total: 1, per_page: 5 },
  });
  const best = await jikan.anime.getAnimeSearch({ order_by: "score", sort: "desc", min_score: 9 });
  assert.ok(best.data.length > 0);
  assert.deepEqual(
    best.data.map((title) => title.score),
    best.data.map((title) => title.score).sort((a, b) => b - a),
  );
});

test("top titles are paginated", async () => {
  const first = await jikan.top.getTopAnime({ filter: "bypopularity", limit: 10 });
  const second = await jikan.top.getTopAnime({ filter: "bypopularity", limit: 10, page: 2 });
  assert.equal(new Set([...ids(first), ...ids(second)]).size, 20);
  const places = [...first.data, ...second.data].map((title) => title.popularity);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.ok(first.pagination.has_next_page);
  const movies = await jikan.top.getTopAnime({ type: "movie" });
  assert.deepEqual([...new Set(movies.data.map((title) => title.type))], ["Movie"]);
});

test("seasons, genres and a random title answer", async () => {
  assert.deepEqual(ids(await jikan.seasons.getSeason(2001, "winter")), [900002]);
  assert.ok(Array.isArray((await jikan.seasons.getSeasonNow()).data));
  const { data: genres } = await jikan.genres.getAnimeGenres();
  const fantasy = genres.find((genre) => genre.mal_id === 10);
  assert.equal(fantasy.name, "Fantasy");
  assert.ok(fantasy.count >= 2);
  const { data: random } = await jikan.random.getRandomAnime();
  assert.equal((await jikan.anime.getAnimeById(random.mal_id)).data.title, random.title);
});

test("parts of a title stand alone", async () => {
  const { anime } = jikan;
  assert.deepEqual((await anime.getAnimeThemes(900001)).data, garden.theme);
  assert.deepEqual((await anime.getAnimeExternal(900001)).data, garden.external);
  assert.deepEqual((await anime.getAnimeStreaming(900001)).data, garden.streaming);
  assert.deepEqual((await anime.getAnimeMoreInfo(900001)).data, { moreinfo: null });
  assert.deepEqual((await anime.getAnimeForum(900001, "episode")).data, []);
  const paging = { last_visible_page: 1, has_next_page: false };
  const updates = await anime.getAnimeUserUpdates(900001, 1);
  assert.deepEqual(updates, { pagination: paging, data: [] });
  const reviews = await anime.getAnimeReviews(900001, { page: 1, spoilers: true });
  assert.deepEqual(reviews, { pagination: paging, data: [] });
});

test("schedules and seasons answer", async () => {
  const saturday = await jikan.schedules.getSchedules({ filter: "saturday", kids: false });
  assert.ok(ids(saturday).includes(900002));
  assert.ok(!ids(saturday).includes(900001));
  for (const { airing, broadcast } of saturday.data) {
    assert.ok(airing);
    assert.match(broadcast.string, /^Saturday/);
  }
  assert.ok(ids(await jikan.schedules.getSchedules()).includes(900002));
  const sunday = await jikan.schedules.getSchedules({ filter: "sunday", limit: 25 });
  assert.ok(!ids(sunday).includes(900002));
  const { data: years } = await jikan.seasons.getSeasonsList();
  assert.ok(years.find(({ year }) => year === 2001).seasons.includes("winter"));
  assert.deepEqual(
    years.map(({ year }) => year),
    years.map(({ year }) => year).toSorted((a, b) => b - a),
  );
  const upcoming = await jikan.seasons.getSeasonUpcoming({ filter: "tv", limit: 5 });
  assert.ok(upcoming.data.every((title) => title.status === "Not yet aired"));
});

test("titles are found by their last day", async () => {
  const query = { q: "lantern garden", end_date: "1999-12-18", order_by: "end_date" };
  assert.deepEqual(ids(await jikan.anime.getAnimeSearch(query)), [900001]);
  const earlier = { ...query, end_date: "1999-12-17" };
  assert.deepEqual(ids(await jikan.anime.getAnimeSearch(earlier)), []);
});

test("producers and magazines answer", async () => {
  const { data: moth } = await jikan.producers.getProducerById(990002);
  assert.deepEqual(moth, {
    mal_id: 990002,
    url: garden.studios[0].url,
    titles: [{ type: "Default", title: "Studio Moth" }],
    images: { jpg: { image_url: null } },
    favorites: 0,
    established: null,
    about: null,
    count: 2,
  });
  const { data: full } = await jikan.producers.getProducerFullById(990002);
  assert.deepEqual(full, { ...moth, external: [] });
  assert.deepEqual((await jikan.producers.getProducerExternal(990002)).data, []);
  const found = await jikan.producers.getProducersSearch({ q: "moth", order_by: "count" });
  assert.deepEqual(ids(found), [990002]);
  const many = await jikan.producers.getProducersSearch({ order_by: "count", sort: "desc" });
  const counts = many.data.map(({ count }) => count);
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => b - a),
  );
  assert.deepEqual((await jikan.magazines.getMagazines({ q: "jump" })).data, []);
});

test("extras of a title answer", async () => {
  const { anime } = jikan;
  assert.deepEqual((await anime.getAnimeCharacters(900003)).data, ferry.characters);
  assert.deepEqual((await anime.getAnimeStaff(900003)).data, ferry.staff);
  assert.deepEqual((await anime.getAnimeVideos(900003)).data, ferry.videos);
  const videos = await anime.getAnimeEpisodeVideos(900003);
  assert.deepEqual(videos.data, ferry.videos.episodes);
  assert.deepEqual((await anime.getAnimePictures(900003)).data, ferry.pictures);
  assert.deepEqual((await anime.getAnimeStatistics(900003)).data, ferry.statistics);
  assert.deepEqual((await anime.getAnimeNews(900003, 1)).data, ferry.news);
  const recommended = await anime.getAnimeRecommendations(900003);
  assert.deepEqual(recommended.data, ferry.recommendations);
  const episodes = await anime.getAnimeEpisodes(900003, 1);
  assert.deepEqual(ids(episodes), [1, 2, 3]);
  assert.deepEqual(episodes.pagination, { last_visible_page: 1, has_next_page: false });
  const { data: third } = await anime.getAnimeEpisodeById(900003, 3);
  assert.deepEqual([third.title, third.recap], ["What the Heron Knew", true]);
  assert.deepEqual((await anime.getAnimeCharacters(900001)).data, []);
});

test("characters answer", async () => {
  const { characters } = jikan;
  const [{ character, voice_actors }] = ferry.characters;
  const { data: sen } = await characters.getCharacterById(900031);
  assert.deepEqual(sen, {
    ...character,
    name_kanji: null,
    nicknames: [],
    favorites: 12,
    about: null,
  });
  const { data: appearances } = await characters.getCharacterAnime(900031);
  assert.deepEqual(
    appearances.map(({ role, anime }) => [role, anime.mal_id]),
    [["Main", 900003]],
  );
  const { data: voices } = await characters.getCharacterVoiceActors(900031);
  assert.deepEqual(voices, voice_actors);
  assert.deepEqual((await characters.getCharacterManga(900031)).data, []);
  const { data: full } = await characters.getCharacterFullById(900031);
  assert.deepEqual(full, { ...sen, anime: appearances, manga: [], voices });
  const { data: pictures } = await characters.getCharacterPictures(900031);
  assert.deepEqual(pictures, [character.images]);
  const found = await characters.getCharacterSearch({ q: "sen", letter: "f" });
  assert.deepEqual(ids(found), [900031]);
  const { data: loved } = await jikan.top.getTopCharacters({ limit: 25 });
  assert.ok(ids({ data: loved }).includes(900031));
  const favorites = loved.map((one) => one.favorites);
  assert.deepEqual(
    favorites,
    favorites.toSorted((a, b) => b - a),
  );
});

test("people answer", async () => {
  const { people } = jikan;
  const [{ character, voice_actors }] = ferry.characters;
  const { data: ritsu } = await people.getPersonById(900041);
  assert.equal(ritsu.name, voice_actors[0].person.name);
  assert.deepEqual(ritsu.images, voice_actors[0].person.images);
  const { data: roles } = await people.getPersonVoices(900041);
  assert.deepEqual([roles.length, roles[0].role], [1, "Main"]);
  assert.deepEqual(roles[0].character, character);
  assert.deepEqual((await people.getPersonManga(900041)).data, []);
  const { data: full } = await people.getPersonFullById(900041);
  assert.deepEqual(full, { ...ritsu, anime: [], manga: [], voices: roles });
  const { data: pictures } = await people.getPersonPictures(900041);
  assert.deepEqual(pictures, [ritsu.images]);
  const { data: made } = await people.getPersonAnime(900042);
  assert.deepEqual(
    made.map(({ position, anime }) => [position, anime.mal_id]),
    [["Director, Script", 900003]],
  );
  const found = await people.getPeopleSearch({ q: "nagare kawai", order_by: "name" });
  assert.deepEqual(ids(found), [900042]);
  // Nobody's favourites are known
  const top = ids(await jikan.top.getTopPeople());
  assert.equal(top.length, 25);
  assert.deepEqual(
    top,
    top.toSorted((a, b) => a - b),
  );
});

test("random people and site-wide lists answer", async () => {
  const { data: character } = await jikan.random.getRandomCharacters();
  const { data: same } = await jikan.characters.getCharacterById(character.mal_id);
  assert.deepEqual(same, character);
  const { data: person } = await jikan.random.getRandomPerson();
  assert.deepEqual((await jikan.people.getPersonById(person.mal_id)).data, person);
  assert.deepEqual((await jikan.reviews.getRecentAnimeReviews()).data, []);
  assert.deepEqual((await jikan.top.getTopReviews()).data, []);
  const pairs = await jikan.recommendations.getRecentAnimeRecommendations({ page: 1 });
  const pair = pairs.data.find(({ mal_id }) => mal_id === "900001-900003");
  assert.deepEqual(
    pair.entry.map(({ title }) => title),
    [garden.title, ferry.title],
  );
  const { watch } = jikan;
  const { data: promos } = await watch.getWatchPopularPromos();
  const promo = promos.find(({ entry }) => entry.mal_id === 900003);
  assert.deepEqual(promo.trailer, ferry.videos.promo[0].trailer);
  const { data: popular } = await watch.getWatchPopularEpisodes();
  const watched = popular.find(({ entry }) => entry.mal_id === 900003);
  assert.equal(watched.episodes[0].url, "https://tube.example/ferry/1");
  const { data: recent } = await watch.getWatchRecentEpisodes();
  const { episodes } = recent.find(({ entry }) => entry.mal_id === 900002);
  assert.deepEqual(
    episodes.map(({ url }) => url),
    winterVideos.episodes.map(({ url }) => url),
  );
  const { data: trailers } = await watch.getWatchRecentPromos();
  const { trailer } = trailers.find(({ entry }) => entry.mal_id === 900002);
  assert.deepEqual(trailer, winterVideos.promo[0].trailer);
});

test("failures are Jikan's", async () => {
  await assert.rejects(jikan.anime.getAnimeById(999999), (error) => error.response.status === 404);
  const tooLong = jikan.anime.getAnimeSearch({ limit: 50 });
  await assert.rejects(tooLong, (error) => error.response.status === 400);
  for (const ask of [
    () => jikan.anime.getAnimeThemes(999999),
    () => jikan.anime.getAnimeCharacters(999999),
    () => jikan.characters.getCharacterFullById(999999),
    () => jikan.people.getPersonVoices(999999),
    () => jikan.producers.getProducerById(999999),
    () => jikan.manga.getMangaById(1),
    () => jikan.random.getRandomManga(),
  ]) {
    await assert.rejects(ask, (error) => error.response.status === 404);
  }
});
