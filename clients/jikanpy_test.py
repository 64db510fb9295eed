"""`jikanpy-v4`, a public client of Jikan v4, with Mitai as its base address."""

import json
import os
import pathlib
import unittest

from jikanpy import Jikan
from jikanpy.exceptions import APIException

LINES = pathlib.Path(__file__).with_name("titles.jsonl").read_text("utf-8").splitlines()
GARDEN, WINTER = map(json.loads, LINES)
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
            lambda: self.jikan.producers(999999),
            lambda: self.jikan.manga(1),
        ):
            with self.assertRaises(APIException) as missing:
                call()
            self.assertEqual(missing.exception.status_code, 404)


if __name__ == "__main__":
    unittest.main()
