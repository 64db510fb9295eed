//! The columns of every title, and their orders.

use std::collections::{BTreeSet, HashMap};

use domain::{
    anime::{BroadcastSlot, MalId, Season, Status, released},
    browse::{BrowseFacts, Genre, Sort, SortKey},
    fold::fold,
    slug::words,
};
use jiff::civil::Date;

/// Longest part of a title by which it is ordered, in characters; ids decide between what is longer.
const TITLE_CHARS: usize = 60;

/// The titles at a revision of the catalogue. A row is known by its number; rows neither move nor
/// go, so that a table of a later revision needs only the changed ones.
#[derive(Clone, Default)]
pub(super) struct Table {
    pub(super) rows: Vec<Row>,
    pub(super) kinds: Dictionary<String>,
    pub(super) genres: Dictionary<Genre>,
    /// The numbers of the rows in each order of [`Sort::ALL`].
    orders: [Vec<u32>; Sort::ALL.len()],
}

/// The facts of a title by which it is browsed.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) mal_id: MalId,
    /// The title's name as it is ordered by: folded, and cut.
    title: Box<str>,
    pub(super) kind: Option<u16>,
    pub(super) status: Option<Status>,
    pub(super) season: Option<Season>,
    pub(super) year: Option<u16>,
    pub(super) episodes: Option<u32>,
    /// The score in hundredths of a point.
    pub(super) score: Option<u32>,
    /// The lower bound of the score in ten thousandths of a point.
    sure_score: Option<u32>,
    /// The day of release, else that of the season or the year, as the number YYYYMMDD.
    begun: Option<i32>,
    pub(super) ended: Option<Date>,
    pub(super) slot: BroadcastSlot,
    popularity: Option<u32>,
    members: u32,
    favorites: Option<u32>,
    pub(super) genres: Box<[u16]>,
}

/// Things that have a name and a number, such as genres.
#[derive(Clone)]
pub(super) struct Dictionary<T> {
    pub(super) things: Vec<T>,
    /// The word of each thing in a filter, see [`words`].
    pub(super) words: Vec<String>,
}

/// A part of an order of the titles.
pub(super) struct TablePage {
    pub(super) ids: Vec<MalId>,
    pub(super) next: Option<SortKey>,
}

impl Table {
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }

    /// Returns this table with new or other facts of `titles`.
    pub(super) fn changed(&self, titles: Vec<BrowseFacts>) -> Self {
        let mut table = self.clone();
        let numbered = (0..)
            .zip(&self.rows)
            .map(|(number, row)| (row.mal_id, number));
        let mut known: HashMap<MalId, u32> = numbered.collect();
        for title in titles {
            let row = table.row(&title);
            let number = *known.entry(title.mal_id).or_insert(table.len());
            match table.rows.get_mut(number as usize) {
                Some(place) => *place = row,
                None => table.rows.push(row),
            }
        }
        table.sort();
        table
    }

    fn row(&mut self, title: &BrowseFacts) -> Row {
        let genres = title.genres.iter();
        let genres = genres.map(|genre| self.genres.number(genre, &genre.name));
        // Some sources name a genre twice
        let genres: BTreeSet<u16> = genres.collect();
        let kind = title.kind.as_ref();
        Row {
            mal_id: title.mal_id,
            title: ordered_by(&title.title),
            kind: kind.map(|kind| self.kinds.number(kind, kind)),
            status: title.status,
            season: title.begun_season(),
            year: title.begun_year(),
            episodes: title.episodes,
            score: title.score.map(|score| parts(score, 100.0)),
            sure_score: title.sure_score().map(|score| parts(score, 10_000.0)),
            begun: released(title.begun, title.year, title.season).map(|day| {
                i32::from(day.year()) * 10_000 + i32::from(day.month()) * 100 + i32::from(day.day())
            }),
            ended: title.ended,
            slot: title.slot,
            popularity: title.popularity,
            members: title.members.unwrap_or(0),
            favorites: title.favorites,
            genres: genres.into_iter().collect(),
        }
    }

    /// Puts the orders right: what was in order is, but for a few, so that this is quick.
    fn sort(&mut self) {
        self.rows.shrink_to_fit();
        let all = self.len();
        for (order, sort) in self.orders.iter_mut().zip(Sort::ALL) {
            order.extend(u32::try_from(order.len()).unwrap_or(all)..all);
            let rows = &self.rows;
            let key = |number: u32| rows.get(number as usize).map(|row| row.sort_key(sort));
            order.sort_by(|one, other| key(*one).cmp(&key(*other)));
            order.shrink_to_fit();
        }
    }

    /// The first `size` of those that `matches` accepts, row by row, behind `after` in an order.
    pub(super) fn page(
        &self,
        sort: Sort,
        matches: &[bool],
        after: Option<&SortKey>,
        size: usize,
    ) -> TablePage {
        let at = Sort::ALL.iter().position(|known| *known == sort);
        let order = at.and_then(|at| self.orders.get(at));
        let order = order.map_or(&[][..], Vec::as_slice);
        let row = |number: &u32| self.rows.get(*number as usize);
        let begin = after.map_or(0, |after| {
            let after = after.borrowed();
            order.partition_point(|number| {
                row(number).is_some_and(|row| row.sort_key(sort) <= after)
            })
        });
        let behind = order.get(begin..).unwrap_or_default().iter();
        let mut found = behind
            .filter(|number| matches.get(**number as usize).copied().unwrap_or_default())
            .filter_map(row);
        let rows: Vec<&Row> = found.by_ref().take(size).collect();
        let more = found.next().is_some();
        let last = rows.last().filter(|_| more);
        TablePage {
            next: last.map(|row| row.sort_key(sort).owned()),
            ids: rows.iter().map(|row| row.mal_id).collect(),
        }
    }
}

impl Row {
    fn sort_key(&self, sort: Sort) -> SortKey<&str> {
        let popular = self.popularity.map_or(i64::MAX, i64::from);
        let rising = |value: Option<i64>| value.unwrap_or(i64::MAX);
        let falling = |value: Option<i64>| rising(value.map(|value| -value));
        let (first, second) = match sort {
            // Places by members are given by sources of several dates, and repeat
            Sort::Popularity => (popular, -i64::from(self.members)),
            Sort::Score => (falling(self.sure_score.map(i64::from)), popular),
            Sort::Favorites => (falling(self.favorites.map(i64::from)), popular),
            Sort::Newest => (falling(self.begun.map(i64::from)), popular),
            Sort::Oldest => (rising(self.begun.map(i64::from)), popular),
            Sort::Title => (0, 0),
        };
        SortKey {
            first,
            second,
            title: if sort == Sort::Title { &self.title } else { "" },
            mal_id: self.mal_id.get(),
        }
    }
}

impl<T: Clone + PartialEq> Dictionary<T> {
    /// The number of a thing, which is new or known. Things that a filter cannot tell apart are
    /// one.
    fn number(&mut self, thing: &T, name: &str) -> u16 {
        let known = self.things.iter().position(|known| known == thing);
        let at = known.unwrap_or_else(|| {
            let word = words(name);
            let known = self.words.iter().position(|known| *known == word);
            known.unwrap_or_else(|| {
                self.things.push(thing.clone());
                self.words.push(word);
                self.words.len() - 1
            })
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }
}

impl<T> Default for Dictionary<T> {
    fn default() -> Self {
        Self {
            things: Vec::new(),
            words: Vec::new(),
        }
    }
}

/// Returns a score in whole parts of a point, rounded.
fn parts(score: f64, of_a_point: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a score lies between 0 and 10"
    )]
    let parts = (score * of_a_point).round() as u32;
    parts
}

/// The folded beginning of a title. What folds to nothing is ordered by its signs.
fn ordered_by(title: &str) -> Box<str> {
    let folded = fold(title);
    let text = if folded.is_empty() { title } else { &folded };
    text.chars().take(TITLE_CHARS).collect::<String>().into()
}
