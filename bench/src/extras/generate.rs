//! Files of extras, a line for each title that has any.

use std::{
    fs::File,
    io::{BufWriter, Write as _},
    path::Path,
};

use anyhow::{Context as _, Result};
use bench::SeededRng;
use serde_json::{Value, json};

use crate::{
    crowd::{
        CHARACTERS, PEOPLE, character, character_favorites, full_character, full_person, person,
    },
    titles::Title,
};

const LANGUAGES: [&str; 9] = [
    "Japanese",
    "English",
    "German",
    "Spanish",
    "French",
    "Italian",
    "Korean",
    "Hungarian",
    "Portuguese (BR)",
];
const POSITIONS: [&str; 8] = [
    "Director",
    "Script",
    "Storyboard",
    "Key Animation",
    "Music",
    "Producer",
    "Sound Director",
    "Theme Song Performance",
];
/// The number of people who speak; all others make titles.
const SPEAKERS: u32 = 20_000;
/// Coprime to the numbers of characters and of people, so that all of them come.
const STRIDE: u32 = 7_919;
/// The largest number of characters of a cast; the longest real cast has some 1,500.
const MAX_CAST: usize = 1_500;
/// The largest number of episodes of a title.
const EPISODES: usize = 2_700;

/// The state from which the extras of one title after the other are drawn.
struct Draw {
    rng: SeededRng,
    castings: u32,
    speakers: u32,
    staff: u32,
}

/// Draws an extra for the title at a place.
type Drawing<'a> = &'a dyn Fn(&mut Draw, &[Title], usize) -> Value;

/// Writes a file for each kind into a folder.
pub(crate) fn generate(titles: &[Title], folder: &Path, seed: u32) -> Result<()> {
    let mut draw = Draw {
        rng: SeededRng::new(seed.into()),
        castings: 0,
        speakers: 0,
        staff: 0,
    };
    let of_titles: [(&str, Drawing<'_>); 8] = [
        ("characters", &|draw, titles, place| {
            draw.cast(place, titles.len())
        }),
        ("staff", &|draw, titles, place| {
            draw.makers(place, titles.len())
        }),
        ("episodes", &|draw, titles, place| {
            draw.episodes(&titles[place])
        }),
        ("videos", &|draw, titles, place| draw.videos(&titles[place])),
        ("pictures", &|draw, titles, place| {
            draw.pictures(&titles[place])
        }),
        ("recommendations", &|draw, titles, place| {
            draw.recommended(titles, place)
        }),
        ("statistics", &|draw, titles, place| {
            draw.statistics(place, titles.len())
        }),
        ("news", &|draw, titles, place| {
            draw.news(&titles[place], place)
        }),
    ];
    for (kind, extra) in of_titles {
        let lines = titles.iter().enumerate().map(
            |(place, title)| json!({ "mal_id": title.id, "data": extra(&mut draw, titles, place) }),
        );
        write(folder, kind, lines)?;
    }
    write(folder, "people", (1..=PEOPLE).map(full_person))?;
    write(
        folder,
        "characters-full",
        (1..=CHARACTERS).map(full_character),
    )
}

fn write(folder: &Path, kind: &str, lines: impl Iterator<Item = Value>) -> Result<()> {
    let path = folder.join(format!("{kind}.jsonl"));
    let file = File::create(&path).with_context(|| format!("{} cannot be made", path.display()))?;
    let mut file = BufWriter::new(file);
    for line in lines {
        serde_json::to_writer(&mut file, &line)?;
        file.write_all(b"\n")?;
    }
    Ok(file.flush()?)
}

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound.max(1))
    }

    fn number(&mut self, bound: u32) -> u32 {
        u32::try_from(self.below(bound as usize)).unwrap_or_default()
    }

    /// A length for the title at a place by popularity: few have `most`, and the last have next to none.
    fn length(&mut self, place: usize, of: usize, most: usize) -> usize {
        let upper = most * 20 / (20 + place) + (of - place) * 16 / of;
        self.below(upper + 1).midpoint(upper)
    }

    fn cast(&mut self, place: usize, of: usize) -> Value {
        let length = self.length(place, of, MAX_CAST);
        let cast = (0..length).map(|at| {
            self.castings += 1;
            let number = 1 + self.castings.wrapping_mul(STRIDE) % CHARACTERS;
            let is_main = at < 1 + length / 12;
            let languages = if is_main {
                1 + self.below(LANGUAGES.len())
            } else {
                self.below(3)
            };
            let voices: Vec<Value> = LANGUAGES[..languages]
                .iter()
                .map(|language| json!({ "person": person(self.speaker()), "language": language }))
                .collect();
            json!({
                "character": character(number),
                "role": if is_main { "Main" } else { "Supporting" },
                "favorites": character_favorites(number),
                "voice_actors": voices,
            })
        });
        cast.collect()
    }

    /// Draws a speaker; half of the parts go to few of them.
    fn speaker(&mut self) -> u32 {
        self.speakers += 1;
        if self.speakers.is_multiple_of(2) {
            let drawn = [(); 3].map(|()| self.number(1_500));
            1 + drawn.into_iter().min().unwrap_or_default()
        } else {
            1 + (self.speakers / 2).wrapping_mul(STRIDE) % SPEAKERS
        }
    }

    fn makers(&mut self, place: usize, of: usize) -> Value {
        let length = self.length(place, of, 400);
        let staff = (0..length).map(|_| {
            self.staff += 1;
            let number = SPEAKERS + 1 + self.staff.wrapping_mul(STRIDE) % (PEOPLE - SPEAKERS);
            let first = self.below(POSITIONS.len());
            let positions = &POSITIONS[first..(first + 1 + self.below(3)).min(POSITIONS.len())];
            json!({ "person": person(number), "positions": positions })
        });
        staff.collect()
    }

    fn episodes(&mut self, title: &Title) -> Value {
        let length = title.episodes.min(EPISODES);
        let episodes = (1..=length).map(|number| {
            json!({
                "mal_id": number,
                "url": format!("https://myanimelist.net/anime/{}/_/episode/{number}", title.id),
                "title": format!("The {number} Nights of {}", title.id),
                "title_japanese": format!("第{number}話の物語"),
                "title_romanji": format!("Dai {number} Wa no Monogatari"),
                "aired": format!("20{:02}-0{}-1{}T00:00:00+00:00", self.below(26), 1 + self.below(9), self.below(10)),
                "score": 4.5,
                "filler": number.is_multiple_of(11),
                "recap": number.is_multiple_of(26),
                "forum_url": format!("https://myanimelist.net/forum/?topicid={}", self.below(2_000_000)),
            })
        });
        episodes.collect()
    }

    fn videos(&mut self, title: &Title) -> Value {
        let promos = (0..self.below(5)).map(|number| {
            json!({
                "title": format!("PV {number}"),
                "trailer": {
                    "youtube_id": format!("{}-{number}", title.id),
                    "url": format!("https://www.youtube.com/watch?v={}-{number}", title.id),
                    "embed_url": format!("https://www.youtube.com/embed/{}-{number}?enablejsapi=1", title.id),
                    "images": { "image_url": format!("https://img.youtube.com/vi/{}/default.jpg", title.id) },
                },
            })
        });
        json!({ "promo": promos.collect::<Vec<_>>(), "episodes": [], "music_videos": [] })
    }

    fn pictures(&mut self, title: &Title) -> Value {
        let address = |number: usize, end: &str| {
            format!(
                "https://cdn.myanimelist.net/images/anime/{number}/{}{end}",
                title.id
            )
        };
        let pictures = (0..self.below(12)).map(|number| {
            let format = |format: &str| {
                json!({
                    "image_url": address(number, &format!(".{format}")),
                    "small_image_url": address(number, &format!("t.{format}")),
                    "large_image_url": address(number, &format!("l.{format}")),
                })
            };
            json!({ "jpg": format("jpg"), "webp": format("webp") })
        });
        pictures.collect()
    }

    fn recommended(&mut self, titles: &[Title], place: usize) -> Value {
        let length = self.length(place, titles.len(), 200);
        let recommended = (0..length).map(|_| {
            let other = &titles[self.below(titles.len())];
            let id = other.id;
            json!({
                "entry": { "mal_id": id, "url": format!("https://myanimelist.net/anime/{id}"), "title": "Other" },
                "url": format!("https://myanimelist.net/recommendations/anime/{id}"),
                "votes": 1 + self.below(40),
            })
        });
        recommended.collect()
    }

    fn statistics(&mut self, place: usize, of: usize) -> Value {
        let people = of - place;
        let scores = (1..=10).map(
            |score| json!({ "score": score, "votes": self.below(people), "percentage": 10.0 }),
        );
        let scores: Vec<_> = scores.collect();
        json!({
            "watching": people, "completed": people * 9, "on_hold": people / 3, "dropped": people / 4,
            "plan_to_watch": people * 2, "total": people * 13, "scores": scores,
        })
    }

    fn news(&mut self, title: &Title, place: usize) -> Value {
        let length = if place < 3_000 { self.below(30) } else { 0 };
        let news = (0..length).map(|number| {
            json!({
                "mal_id": place * 30 + number + 1,
                "url": format!("https://myanimelist.net/news/{}", place * 30 + number + 1),
                "title": format!("News {number} of {}", title.id),
                "date": "2024-03-02T08:30:00+00:00",
                "author_username": "Editor", "author_url": "https://myanimelist.net/profile/Editor",
                "forum_url": "https://myanimelist.net/forum/?topicid=1",
                "images": { "jpg": { "image_url": "https://cdn.myanimelist.net/s/common/news.jpg" } },
                "comments": self.below(99), "excerpt": "Not kept.",
            })
        });
        news.collect()
    }
}
