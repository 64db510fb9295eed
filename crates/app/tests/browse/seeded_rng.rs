//! Random titles and filters.

use domain::{
    anime::{Anime, MalId, Season, Status, Tag, TagKind},
    browse::{Filter, NumberRange},
    random::Random as _,
    slug::words,
};
use jiff::civil::date;
use testkit::MockRandom;

/// The kind, the name and the word in filters of each genre.
pub(super) const GENRES: [(TagKind, &str, &str); 9] = [
    (TagKind::Genre, "Action", "action"),
    (TagKind::Genre, "Drama", "drama"),
    (TagKind::Genre, "Slice of Life", "slice-of-life"),
    (TagKind::Genre, "Sci-Fi", "sci-fi"),
    (TagKind::Theme, "School", "school"),
    (TagKind::Theme, "Time Travel", "time-travel"),
    (TagKind::Theme, "Space", "space"),
    (TagKind::Demographic, "Shounen", "shounen"),
    (TagKind::Demographic, "Seinen", "seinen"),
];
pub(super) const UNKNOWN_GENRE: &str = "unheard-of";
pub(super) const KINDS: [&str; 4] = ["TV", "Movie", "TV Special", "OVA"];
const STATUSES: [Status; 3] = [Status::Upcoming, Status::Airing, Status::Finished];
const SEASONS: [Season; 4] = [Season::Winter, Season::Spring, Season::Summer, Season::Fall];

/// Random titles and filters.
#[derive(Default)]
pub(super) struct SeededRng(MockRandom);

impl SeededRng {
    /// A number below `bound`.
    pub(super) fn below(&self, bound: u32) -> u32 {
        let mut bytes = [0; 4];
        self.0.fill(&mut bytes);
        u32::from_be_bytes(bytes) % bound
    }

    pub(super) fn one<T: Copy>(&self, of: &[T]) -> T {
        of[self.below(u32::try_from(of.len()).unwrap()) as usize]
    }

    /// Returns something in three of four cases.
    fn maybe<T>(&self, make: impl FnOnce(&Self) -> T) -> Option<T> {
        (self.below(4) > 0).then(|| make(self))
    }

    /// Returns up to three of the given things, mostly few.
    fn some<T: Copy>(&self, of: &[T]) -> Vec<T> {
        let count = self.below(5).saturating_sub(1);
        let mut some = of.to_vec();
        while some.len() > count as usize {
            some.swap_remove(self.below(u32::try_from(some.len()).unwrap()) as usize);
        }
        some
    }

    pub(super) fn title(&self, id: u32) -> Anime {
        let name = format!(
            "{} {}",
            self.one(&["The", "A", "ガンダム", "!?"]),
            self.below(50)
        );
        let mut anime = Anime::named(MalId::new(id), name);
        anime.title_english = self.maybe(|rng| format!("Title {}", rng.below(50)));
        anime.kind = self.maybe(|rng| rng.one(&KINDS).into());
        anime.status = self.maybe(|rng| rng.one(&STATUSES));
        anime.aired.from = self.maybe(|rng| {
            let month = i8::try_from(rng.below(12)).unwrap() + 1;
            date(i16::try_from(2000 + rng.below(9)).unwrap(), month, 1)
        });
        if self.below(3) == 0 {
            anime.season = Some(self.one(&SEASONS));
            anime.year = Some(u16::try_from(2000 + self.below(9)).unwrap());
        }
        anime.episodes = self.maybe(|rng| rng.below(60) + 1);
        anime.score = self.maybe(|rng| f64::from(rng.below(900) + 100) / 100.0);
        anime.popularity = self.maybe(|rng| rng.below(200));
        anime.members = self.maybe(|rng| rng.below(5));
        anime.favorites = self.maybe(|rng| rng.below(20));
        let genres = [self.some(&GENRES), self.some(&GENRES[4..])].concat();
        anime.tags = genres.into_iter().map(|(_, name, _)| tag(name)).collect();
        anime
    }

    pub(super) fn filter(&self) -> Filter {
        let known = GENRES.map(|(_, _, word)| word);
        let genres = [&known[..], &[UNKNOWN_GENRE]].concat();
        let named = |rng: &Self, names: &[&'static str]| {
            let some = rng.some(names).into_iter();
            some.map(words).collect::<Vec<_>>()
        };
        let span = |from: u32, bound: u32| {
            let ends = [from + self.below(bound), from + self.below(bound)];
            NumberRange {
                from: self.maybe(|_| ends[0].min(ends[1])),
                to: self.maybe(|_| ends[0].max(ends[1])),
            }
        };
        let rarely = |what: NumberRange| {
            if self.below(3) == 0 {
                what
            } else {
                NumberRange::default()
            }
        };
        let min_score = self.maybe(|rng| rng.below(1_000));
        Filter {
            genres: named(self, &genres),
            without: named(self, &known[3..]),
            kinds: named(self, &KINDS),
            statuses: self.some(&STATUSES),
            seasons: self.some(&SEASONS),
            years: rarely(span(1999, 12)),
            episodes: rarely(span(1, 60)),
            min_score: min_score.filter(|_| self.below(2) == 0),
        }
    }
}

pub(super) fn tag(name: &str) -> Tag {
    let known = GENRES.iter().position(|(_, known, _)| *known == name);
    let id = known.unwrap();
    Tag {
        kind: GENRES[id].0,
        id: Some(u32::try_from(id).unwrap() + 1),
        name: name.into(),
    }
}
