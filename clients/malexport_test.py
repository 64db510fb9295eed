"""`malexport`, a public reader of MyAnimeList's exports (by lxml), reads Mitai's."""

import datetime
import json
import os
import unittest

from malexport.parse.xml import parse_xml

WORDS = {
    "planned": "Plan to Watch",
    "completed": "Completed",
    "paused": "On-Hold",
    "dropped": "Dropped",
}


def status(entry):
    """The status, and whether the title is being watched again."""
    status = entry.get("status", "planned")
    if status != "watching":
        return WORDS[status], False
    again = any(run.get("state") == "done" for run in entry["runs"])
    return ("Completed", True) if again else ("Watching", False)


def day(run, name):
    """It has dates of which the day is known, and no others."""
    date = run.get(name, {}).get("date", "")
    return datetime.date.fromisoformat(date) if len(date) == 10 else None


def expected(row):
    entry = row["entry"]
    runs = entry.get("runs", [{}])
    kept = [run for run in runs if run.get("state") != "abandoned"]
    done = [run for run in runs if run.get("state") == "done"]
    word, again = status(entry)
    score = entry.get("score")
    return {
        "anime_id": row["mal_id"],
        "title": row["title"],
        "watched_episodes": (kept or runs)[-1].get("progress", 0),
        "start_date": day(runs[0], "started"),
        "finish_date": day(runs[0], "finished"),
        "score": max(1, (score + 5) // 10) if score else 0,
        "status": word,
        "comments": entry.get("notes", ""),
        "times_watched": max(0, len(done) - 1) + entry.get("extra_runs", 0),
        "tags": ", ".join(entry.get("tags", [])),
        "rewatching": again,
        "priority": "LOW",
        "discuss": True,
        "update_on_import": True,
    }


class Export(unittest.TestCase):
    def test_every_entry_is_as_it_is_on_the_list(self):
        with open(os.environ["MITAI_LIST_JSON"], encoding="utf-8") as file:
            rows = json.load(file)["entries"]
        export = parse_xml(os.environ["MITAI_LIST_XML"])
        self.assertEqual(export.list_type, "anime")
        self.assertEqual(len(export.entries), len(rows))
        for row, entry in zip(rows, export.entries):
            wanted = expected(row)
            read = entry._asdict()
            self.assertEqual({name: read[name] for name in wanted}, wanted)
        words = [entry.status for entry in export.entries]
        self.assertEqual(len(set(words)), 5)
        self.assertIn(True, [entry.rewatching for entry in export.entries])
        totals = {
            "user_total_anime": len(rows),
            "user_total_watching": words.count("Watching"),
            "user_total_completed": words.count("Completed"),
            "user_total_onhold": words.count("On-Hold"),
            "user_total_dropped": words.count("Dropped"),
            "user_total_plantowatch": words.count("Plan to Watch"),
        }
        self.assertEqual(export.info, {"user_export_type": 1, **totals})


if __name__ == "__main__":
    unittest.main()
