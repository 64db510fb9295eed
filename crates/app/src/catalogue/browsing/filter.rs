//! A filter in the numbers of a table.

use domain::{
    anime::{Season, Status, TagKind},
    browse::{Filter, Span},
};

use super::table::{Dictionary, Row, Table};

/// Parts of a filter that a title does not meet, as bits. Those that it is alone in not meeting
/// count it among their choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unmet(u16);

impl Unmet {
    pub(super) const NONE: Self = Self(0);
    const GENRES: Self = Self(1);
    const THEMES: Self = Self(1 << 1);
    const DEMOGRAPHICS: Self = Self(1 << 2);
    pub(super) const WITHOUT: Self = Self(1 << 3);
    pub(super) const KIND: Self = Self(1 << 4);
    pub(super) const STATUS: Self = Self(1 << 5);
    pub(super) const SEASON: Self = Self(1 << 6);
    pub(super) const YEAR: Self = Self(1 << 7);
    pub(super) const EPISODES: Self = Self(1 << 8);
    pub(super) const SCORE: Self = Self(1 << 9);

    /// Whether nothing but `other` is unmet.
    pub(super) fn at_most(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    fn add(&mut self, other: Self, met: bool) {
        if !met {
            *self = self.and(other);
        }
    }
}

pub(super) struct CompiledFilter<'a> {
    filter: &'a Filter,
    /// What each genre meets if it is wanted, by their numbers.
    parts: Vec<Unmet>,
    /// What the wanted ones meet together.
    asked: Unmet,
    /// By their numbers.
    genres: Vec<bool>,
    without: Vec<bool>,
    kinds: Vec<bool>,
}

impl<'a> CompiledFilter<'a> {
    pub(super) fn new(filter: &'a Filter, table: &Table) -> Self {
        let genres = marked(&table.genres, &filter.genres);
        let kinds = table.genres.things.iter().map(|genre| part(genre.kind));
        let mut parts: Vec<Unmet> = kinds.collect();
        let known = parts.iter().zip(&genres).filter(|(_, wanted)| **wanted);
        let mut asked = known.fold(Unmet::NONE, |asked, (part, _)| asked.and(*part));
        if asked == Unmet::NONE && !filter.genres.is_empty() {
            // No title has any of the words, of whichever kind they are
            asked = Unmet::GENRES;
            parts.fill(asked);
        }
        Self {
            parts,
            asked,
            genres,
            without: marked(&table.genres, &filter.without),
            kinds: marked(&table.kinds, &filter.kinds),
            filter,
        }
    }

    /// What a title does not meet.
    pub(super) fn unmet(&self, row: &Row) -> Unmet {
        let filter = self.filter;
        let wanted = |genre: &&u16| is_marked(&self.genres, **genre);
        let wanted = row.genres.iter().filter(wanted);
        let mut unmet = wanted.fold(self.asked, |unmet, genre| unmet.but(self.part(*genre)));
        let unwanted = !filter.without.is_empty() && self.unwanted(row).next().is_some();
        unmet.add(Unmet::WITHOUT, !unwanted);
        let kind = row.kind.is_some_and(|kind| is_marked(&self.kinds, kind));
        unmet.add(Unmet::KIND, filter.kinds.is_empty() || kind);
        unmet.add(
            Unmet::STATUS,
            one_of::<Status>(&filter.statuses, row.status),
        );
        unmet.add(Unmet::SEASON, one_of::<Season>(&filter.seasons, row.season));
        unmet.add(Unmet::YEAR, within(filter.years, row.year.map(u32::from)));
        unmet.add(Unmet::EPISODES, within(filter.episodes, row.episodes));
        let score = |least| row.score.is_some_and(|score| score >= least);
        unmet.add(Unmet::SCORE, filter.min_score.is_none_or(score));
        unmet
    }

    /// What a genre meets if it is wanted.
    pub(super) fn part(&self, genre: u16) -> Unmet {
        let part = self.parts.get(usize::from(genre));
        part.copied().unwrap_or(Unmet::NONE)
    }

    /// The genres of a title that are not wanted.
    pub(super) fn unwanted(&self, row: &Row) -> impl Iterator<Item = u16> {
        let genres = row.genres.iter().copied();
        genres.filter(|genre| is_marked(&self.without, *genre))
    }
}

fn part(kind: TagKind) -> Unmet {
    match kind {
        TagKind::Genre | TagKind::ExplicitGenre => Unmet::GENRES,
        TagKind::Theme => Unmet::THEMES,
        TagKind::Demographic => Unmet::DEMOGRAPHICS,
    }
}

fn marked<T: Clone + PartialEq>(named: &Dictionary<T>, words: &[String]) -> Vec<bool> {
    let known = named.words.iter();
    known.map(|word| words.contains(word)).collect()
}

fn is_marked(marks: &[bool], number: u16) -> bool {
    marks.get(usize::from(number)).copied().unwrap_or_default()
}

fn one_of<T: PartialEq>(wanted: &[T], value: Option<T>) -> bool {
    wanted.is_empty() || value.is_some_and(|value| wanted.contains(&value))
}

fn within(span: Span, value: Option<u32>) -> bool {
    span.is_open() || value.is_some_and(|value| span.holds(value))
}
