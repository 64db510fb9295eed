//! Invented titles, the same in every run.

use std::collections::HashSet;

use serde_json::{Value, json};

/// The number of titles unless a test says otherwise; popularity runs from 1 to this.
pub const TITLES: u32 = 300;
/// The id of the most popular title; far above every id in use, so that none meets a real title.
pub const FIRST_ID: u32 = 9_000_001;

/// The rating of every title.
pub(super) const RATING: &str = "PG-13 - Teens 13 or older";
/// The synopsis of a title whose synopsis changed.
pub const NEW_SYNOPSIS: &str = "Another story altogether.";
const PAGE: u32 = 25;
/// The number of titles of one story: a first season and its sequels.
const SEASONS: u32 = 3;
const THINGS: [(&str, &str); 10] = [
    ("Lantern", "灯籠"),
    ("Harbour", "港"),
    ("Clockwork", "時計"),
    ("Paper Crane", "折鶴"),
    ("Lighthouse", "灯台"),
    ("Orchard", "果樹園"),
    ("Comet", "彗星"),
    ("Teahouse", "茶屋"),
    ("Railway", "鉄道"),
    ("Glass Garden", "硝子の庭"),
];
const PLACES: [(&str, &str); 10] = [
    ("Moonlit Tide", "月夜の潮"),
    ("Seventh Hill", "七番目の丘"),
    ("Quiet North", "静かな北"),
    ("Falling Snow", "降る雪"),
    ("Amber Station", "琥珀駅"),
    ("Hidden Valley", "隠れ谷"),
    ("Long Summer", "長い夏"),
    ("Cedar Street", "杉通り"),
    ("Silver Bridge", "銀の橋"),
    ("Last Island", "最後の島"),
];
const GENRES: [(u32, &str); 5] = [
    (1, "Action"),
    (2, "Adventure"),
    (8, "Drama"),
    (10, "Fantasy"),
    (36, "Slice of Life"),
];

/// An invented title, by its place in the list, from 0.
pub(super) struct Title {
    pub(super) place: u32,
}

impl Title {
    pub(super) fn id(&self) -> u32 {
        FIRST_ID + self.place
    }

    pub(super) fn of_id(id: u32, count: u32) -> Option<Self> {
        let place = id.checked_sub(FIRST_ID)?;
        (place < count).then_some(Self { place })
    }

    fn season(&self) -> u32 {
        self.place % SEASONS + 1
    }

    pub(super) fn english(&self) -> String {
        let (thing, place) = self.words();
        format!("{} of the {}{}", thing.0, place.0, self.suffix())
    }

    fn japanese(&self) -> String {
        let (thing, place) = self.words();
        format!("{}の{}{}", place.1, thing.1, self.suffix())
    }

    fn words(&self) -> ((&str, &str), (&str, &str)) {
        let story = (self.place / SEASONS) as usize;
        (THINGS[story % 10], PLACES[story / 10 % 10])
    }

    fn suffix(&self) -> String {
        let season = match self.season() {
            1 => String::new(),
            season => format!(" {season}"),
        };
        // The words repeat after `TITLES` titles; the suffix keeps the names apart
        match self.place / TITLES {
            0 => season,
            again => format!(", Retold {again}{season}"),
        }
    }

    fn matches(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.english().to_lowercase().contains(&text) || self.japanese().contains(&text)
    }

    fn airs(&self) -> bool {
        self.place.is_multiple_of(10)
    }

    /// Returns the title as it stands in a list; every seventh has no score, image and season.
    fn item(&self, base: &str) -> Value {
        let id = self.id();
        let scant = self.place % 7 == 6;
        let (genre, name) = GENRES[self.place as usize % GENRES.len()];
        let picture = |end: &str| (!scant).then(|| format!("{base}/images/{id}{end}"));
        let pictures = |kind: &str| {
            json!({
                "image_url": picture(kind),
                "small_image_url": picture(&format!("t{kind}")),
                "large_image_url": picture(&format!("l{kind}")),
            })
        };
        json!({
            "mal_id": id,
            "url": format!("{base}/anime/{id}"),
            "images": { "jpg": pictures(".jpg"), "webp": pictures(".webp") },
            "trailer": { "youtube_id": null, "url": null, "embed_url": null },
            "titles": [
                { "type": "Default", "title": self.english() },
                { "type": "Japanese", "title": self.japanese() },
            ],
            "title": self.english(),
            "title_english": (!scant).then(|| self.english()),
            "title_japanese": self.japanese(),
            "title_synonyms": [],
            "type": "TV",
            "source": "Original",
            "episodes": if self.airs() { None } else { Some(12) },
            "status": if self.airs() { "Currently Airing" } else { "Finished Airing" },
            "airing": self.airs(),
            "aired": { "from": "2021-04-03T00:00:00+00:00", "to": null, "string": "Apr 3, 2021 to ?" },
            "duration": "24 min per ep",
            "rating": RATING,
            "score": (!scant).then(|| 9.0 - f64::from(self.place) / 100.0),
            "scored_by": if scant { 0 } else { 1_000_000 / (self.place + 1) },
            "rank": self.place + 1,
            "popularity": self.place + 1,
            "members": 2_000_000 / (self.place + 1),
            "favorites": 100 + self.place,
            "synopsis": format!("An invented story about the {}.", self.english()),
            "background": "",
            "season": (!scant).then_some("spring"),
            "year": (!scant).then_some(2021),
            "broadcast": { "day": null, "time": null, "timezone": null, "string": null },
            "producers": [{ "mal_id": null, "type": "anime", "name": "Example Pictures", "url": null }],
            "licensors": [],
            "studios": [{ "mal_id": 7, "type": "anime", "name": "Studio Example", "url": base }],
            "genres": [{ "mal_id": genre, "type": "anime", "name": name, "url": base }],
            "explicit_genres": [],
            "themes": [],
            "demographics": [],
        })
    }

    /// The seasons before and after it, one group for each direction, and a book.
    fn relations(&self) -> Value {
        let first = self.place - self.place % SEASONS;
        let entries = |range: std::ops::Range<u32>| -> Vec<Value> {
            let others = range.map(|place| Self { place });
            others
                .map(|other| entry(other.id(), "anime", &other.english()))
                .collect()
        };
        let groups = [
            ("Prequel", entries(first..self.place)),
            ("Sequel", entries(self.place + 1..first + SEASONS)),
            (
                "Adaptation",
                vec![entry(self.id(), "manga", &self.english())],
            ),
        ];
        groups
            .into_iter()
            .filter(|(_, entries)| !entries.is_empty())
            .map(|(relation, entry)| json!({ "relation": relation, "entry": entry }))
            .collect()
    }
}

pub(super) fn entry(id: u32, kind: &str, name: &str) -> Value {
    json!({ "mal_id": id, "type": kind, "name": name, "url": null })
}

/// A page of those of `count` titles whose name has `text` in it and that are as `filter` wants
/// them, most popular first.
pub(super) fn jikan_page(base: &str, count: u32, text: &str, filter: &str, page: u32) -> Value {
    let found: Vec<_> = (0..count)
        .map(|place| Title { place })
        .filter(|title| title.matches(text))
        .filter(|title| match filter {
            "airing" => title.airs(),
            "upcoming" => false,
            _ => true,
        })
        .collect();
    let first = page.saturating_sub(1).saturating_mul(PAGE) as usize;
    let items: Vec<_> = found
        .iter()
        .skip(first)
        .take(PAGE as usize)
        .map(|title| title.item(base))
        .collect();
    json!({
        "pagination": {
            "last_visible_page": found.len().div_ceil(PAGE as usize),
            "has_next_page": found.len() > first + items.len(),
            "current_page": page,
            "items": { "count": items.len(), "total": found.len(), "per_page": PAGE },
        },
        "data": items,
    })
}

/// Returns the full record of a title; `None` if the stub has no such title.
pub(super) fn jikan_full(base: &str, count: u32, id: u32) -> Option<Value> {
    let title = Title::of_id(id, count)?;
    let mut data = title.item(base);
    data["relations"] = title.relations();
    data["theme"] = json!({ "openings": [], "endings": [] });
    data["external"] = json!([]);
    data["streaming"] = json!([]);
    Some(json!({ "data": data }))
}

/// Replaces the synopsis of the titles `ids` in an answer.
pub(super) fn change_synopsis(body: &mut Value, ids: &HashSet<u32>) {
    let titles = match &mut body["data"] {
        Value::Array(titles) => titles.iter_mut().collect(),
        title => vec![title],
    };
    for title in titles {
        let id = title["mal_id"].as_u64().and_then(|id| id.try_into().ok());
        if id.is_some_and(|id| ids.contains(&id)) {
            title["synopsis"] = json!(NEW_SYNOPSIS);
        }
    }
}

/// The ten best that air: two of them without a cover, one without a mapping.
pub(super) fn kitsu_airing(base: &str) -> Value {
    let airing: Vec<_> = (0..TITLES)
        .map(|place| Title { place })
        .filter(Title::airs)
        .take(10)
        .collect();
    let items: Vec<_> = airing.iter().map(|title| kitsu_item(title, base)).collect();
    let mappings: Vec<_> = airing.iter().map(kitsu_mapping).collect();
    json!({ "data": items, "included": mappings, "meta": { "count": 30 } })
}

fn kitsu_item(title: &Title, base: &str) -> Value {
    let id = title.id().to_string();
    let cover = !matches!(title.place / 10, 3 | 7);
    let mapped = title.place / 10 != 5;
    let address = format!("{base}/images/cover-{id}.jpg");
    json!({
        "id": id,
        "type": "anime",
        "attributes": {
            "canonicalTitle": title.english(),
            "titles": { "en_jp": title.english(), "ja_jp": title.japanese() },
            "abbreviatedTitles": [null],
            "averageRating": "84.06",
            "synopsis": format!("An invented story about the {}.", title.english()),
            "coverImage": cover.then(|| json!({ "original": address, "large": address })),
            "ageRating": "PG",
            "nsfw": false,
        },
        "relationships": {
            "mappings": { "data": if mapped { json!([{ "type": "mappings", "id": id }]) } else { json!([]) } },
        },
    })
}

fn kitsu_mapping(title: &Title) -> Value {
    let id = title.id().to_string();
    json!({
        "id": id,
        "type": "mappings",
        "attributes": { "externalSite": "myanimelist/anime", "externalId": id },
    })
}
