"""`jikanpy-v4`, a public client of Jikan v4, with Mitai as its base address."""

import json
import os
import pathlib
import unittest

from jikanpy import Jikan
from jikanpy.exceptions import APIException

LINES = pathlib.Path(__file__).with_name("titles.jsonl").read_text("utf-8").splitlines()
GARDEN, WINTER, FERRY = map(json.loads, LINES)
WINTER_VIDEOS = WINTER.pop("videos")
# One address of a portrait is kept (docs/jikan.md)
for member in FERRY["characters"]:
    none = {"image_url": None, "small_image_url": None}
    kept = {**none, "image_url": member["character"]["images"]["jpg"]["image_url"]}
    member["character"]["images"] = {"jpg": kept, "webp": none}
ONLY_FULL = ("relations", "theme", "external", "streaming")


def ids(answer):
    return [title["mal_id"] for title in answer["data"]]


class Calls(unittest.TestCase):
    def setUp(self):
        self.jikan = Jikan(selected_base=os.environ["MITAI_JIKAN"])
        self.addCleanup(self.jikan.session.close)

    def test_a_title_is_as_it_was_imported(self):
        self.assertEqual(self.jikan.anime(900001, extension="full")["data"], GARDEN)
        self.assertEqual(self.jikan.anime(900002, extension="full")["data"], WINTER)
        short = {name: fact for name, fact in GARDEN.items() if name not in ONLY_FULL}
        self.assertEqual(self.jikan.anime(900001)["data"], short)
        relations = self.jikan.anime(900001, extension="relations")
        self.assertEqual(relations["data"], GARDEN["relations"])
        self.assertIn("etag", relations["headers"])

    def test_titles_are_found_by_name_and_facts(self):
        self.assertEqual(ids(self.jikan.search("anime", "lantern garden")), [900001, 900002])
        narrow = {"status": "complete", "letter": "T", "limit": 3}
        found = self.jikan.search("anime", "lantern", parameters=narrow)
        self.assertEqual(ids(found), [900001])
        self.assertEqual(found["pagination"]["items"], {"count": 1, "total": 1, "per_page": 3})

    def test_the_best_titles_come_in_pages(self):
        pages = [self.jikan.top(type="anime", page=page) for page in (1, 2)]
        self.assertEqual(len(set(ids(pages[0]) + ids(pages[1]))), 50)
        ranks = [title["rank"] for page in pages for title in page["data"]]
        self.assertEqual(ranks, sorted(ranks))

    def test_seasons_genres_and_chance_answer(self):
        # One Piece stands in the built-in catalogue
        self.assertEqual(ids(self.jikan.seasons(year=1999, season="fall")), [21, 900001])
        self.assertIsInstance(self.jikan.seasons(extension="now")["data"], list)
        names = {genre["name"] for genre in self.jikan.genres(type="anime")["data"]}
        self.assertLessEqual({"Fantasy", "Iyashikei", "Seinen"}, names)
        chance = self.jikan.random(type="anime")["data"]
        self.assertEqual(self.jikan.anime(chance["mal_id"])["data"]["title"], chance["title"])

    def test_parts_of_a_title_stand_alone(self):
        def part(extension):
            return self.jikan.anime(900001, extension=extension)["data"]

        self.assertEqual(part("themes"), GARDEN["theme"])
        self.assertEqual(part("external"), GARDEN["external"])
        self.assertEqual(part("streaming"), GARDEN["streaming"])
        self.assertEqual(part("moreinfo"), {"moreinfo": None})
        for empty in ("forum", "userupdates", "reviews"):
            self.assertEqual(part(empty), [])

    def test_schedules_and_seasons_answer(self):
        saturday = self.jikan.schedules(day="saturday", parameters={"kids": "false"})
        self.assertIn(900002, ids(saturday))
        self.assertNotIn(900001, ids(saturday))
        self.assertIn(900002, ids(self.jikan.schedules()))
        self.assertNotIn(900002, ids(self.jikan.schedules(day="sunday")))
        years = {of["year"]: of["seasons"] for of in self.jikan.season_history()["data"]}
        self.assertIn("winter", years[2001])
        self.assertEqual(list(years), sorted(years, reverse=True))
        upcoming = self.jikan.seasons(extension="upcoming", parameters={"limit": 3})
        self.assertEqual({t["status"] for t in upcoming["data"]} - {"Not yet aired"}, set())

    def test_titles_are_found_by_their_last_day(self):
        ended = {"end_date": "1999-12", "order_by": "end_date"}
        found = self.jikan.search("anime", "lantern garden", parameters=ended)
        self.assertEqual(ids(found), [900001])

    def test_producers_answer(self):
        moth = self.jikan.producers(990002)["data"]
        self.assertEqual((moth["titles"][0]["title"], moth["count"]), ("Studio Moth", 2))
        full = self.jikan.producers(990002, extension="full")["data"]
        self.assertEqual(full, moth | {"external": []})
        self.assertEqual(self.jikan.producers(990002, extension="external")["data"], [])
        self.assertEqual(ids(self.jikan.search("producers", "moth")), [990002])

    def test_what_is_known_beside_a_record_is_answered(self):
        def part(extension, page=None):
            return self.jikan.anime(900003, extension=extension, page=page)["data"]

        for same in ("characters", "staff", "videos", "pictures", "statistics", "news"):
            self.assertEqual(part(same), FERRY[same], same)
        self.assertEqual(part("recommendations"), FERRY["recommendations"])
        self.assertEqual(part("videos/episodes"), FERRY["videos"]["episodes"])
        episodes = part("episodes", page=1)
        self.assertEqual([episode["mal_id"] for episode in episodes], [1, 2, 3])
        third = self.jikan.anime_episode_by_id(900003, 3)["data"]
        self.assertEqual((third["title"], third["recap"]), ("What the Heron Knew", True))
        for empty in ("characters", "staff", "episodes", "news", "pictures"):
            self.assertEqual(self.jikan.anime(900001, extension=empty)["data"], [])

    def test_people_and_characters_answer(self):
        jikan = self.jikan
        sen = jikan.characters(900031, extension="full")["data"]
        self.assertEqual((sen["name"], sen["favorites"]), ("Funabashi, Sen", 12))
        self.assertEqual(sen["anime"][0]["anime"]["title"], "Watashibune")
        self.assertEqual(sen["voices"], FERRY["characters"][0]["voice_actors"])
        self.assertEqual(jikan.characters(900031, extension="manga")["data"], [])
        ritsu = jikan.people(900041, extension="full")["data"]
        self.assertEqual(ritsu["voices"][0]["character"], FERRY["characters"][0]["character"])
        self.assertEqual(ritsu["anime"], [])
        nagare = jikan.people(900042, extension="anime")["data"]
        self.assertEqual(nagare[0]["position"], "Director, Script")
        self.assertEqual(ids(jikan.search("characters", "funabashi")), [900031])
        self.assertEqual(ids(jikan.search("people", "ritsu hayase")), [900041])

    def test_tops_chance_and_what_is_new_answer(self):
        loved = self.jikan.top(type="characters")["data"]
        favorites = [character["favorites"] for character in loved]
        self.assertEqual(favorites, sorted(favorites, reverse=True))
        self.assertIn(12, favorites)
        # Nobody's favourites are known
        top = ids(self.jikan.top(type="people"))
        self.assertEqual((len(top), top), (25, sorted(top)))
        for kind, ask in (("people", self.jikan.people), ("characters", self.jikan.characters)):
            chance = self.jikan.random(type=kind)["data"]
            self.assertEqual(ask(chance["mal_id"])["data"], chance)
        # Nobody has written one
        for none in (self.jikan.top(type="reviews"), self.jikan.reviews(type="anime")):
            self.assertEqual(none["data"], [])
        pairs = self.jikan.recommendations(type="anime", page=1)["data"]
        self.assertIn("900001-900003", [pair["mal_id"] for pair in pairs])
        promos = self.jikan.watch(extension="promos/popular")["data"]
        self.assertIn(900003, [promo["entry"]["mal_id"] for promo in promos])
        promos = self.jikan.watch(extension="promos")["data"]
        trailers = [promo["trailer"] for promo in promos]
        self.assertIn(WINTER_VIDEOS["promo"][0]["trailer"], trailers)
        (new,) = self.jikan.watch(extension="episodes")["data"]
        urls = [episode["url"] for episode in WINTER_VIDEOS["episodes"]]
        self.assertEqual([episode["url"] for episode in new["episodes"]], urls)
        episodes = self.jikan.watch(extension="episodes/popular")["data"]
        self.assertIn(900003, [episode["entry"]["mal_id"] for episode in episodes])

    def test_failures_are_jikans(self):
        with self.assertRaises(APIException) as unknown:
            self.jikan.anime(999999)
        self.assertEqual(unknown.exception.status_code, 404)
        self.assertEqual(unknown.exception.error_json["type"], "HttpException")
        with self.assertRaises(APIException) as invalid:
            self.jikan.search("anime", "x", parameters={"limit": 50})
        self.assertIn("limit", invalid.exception.error_json["messages"])
        for call in (
            lambda: self.jikan.anime(999999, extension="themes"),
            lambda: self.jikan.anime(999999, extension="characters"),
            lambda: self.jikan.characters(999999),
            lambda: self.jikan.people(999999, extension="voices"),
            lambda: self.jikan.producers(999999),
            lambda: self.jikan.manga(1),
        ):
            with self.assertRaises(APIException) as missing:
                call()
            self.assertEqual(missing.exception.status_code, 404)


if __name__ == "__main__":
    unittest.main()
