//! A filter compiled to the table's column codes.

use domain::{
    anime::{Season, Status, TagKind},
    browse::{Filter, NumberRange},
};

use super::table::{Dictionary, Row, Table};

/// Parts of a filter that a title does not meet, as bits. Those that it is alone in not meeting
/// count it among their choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnmetFilters(u16);

impl UnmetFilters {
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

    /// Whether no condition but those of `other` is unmet.
    pub(super) fn at_most(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(super) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    fn add(&mut self, other: Self, met: bool) {
        if !met {
            *self = self.union(other);
        }
    }
}

pub(super) struct CompiledFilter<'a> {
    filter: &'a Filter,
    /// The conditions that each genre meets if it is required, by the genre's number.
    parts: Vec<UnmetFilters>,
    /// The conditions that the required genres meet together.
    required: UnmetFilters,
    /// Whether each genre is required, by the genre's number.
    genres: Vec<bool>,
    /// Whether each genre is excluded, by the genre's number.
    without: Vec<bool>,
    /// Whether each form of publication is wanted, by its number.
    kinds: Vec<bool>,
}

impl<'a> CompiledFilter<'a> {
    pub(super) fn new(filter: &'a Filter, table: &Table) -> Self {
        let genres = marked(&table.genres, &filter.genres);
        let kinds = table.genres.things.iter().map(|genre| part(genre.kind));
        let mut parts: Vec<UnmetFilters> = kinds.collect();
        let named = parts.iter().zip(&genres);
        let named = named.filter(|(_, is_named)| **is_named);
        let mut required = named.fold(UnmetFilters::NONE, |required, (part, _)| {
            required.union(*part)
        });
        if required == UnmetFilters::NONE && !filter.genres.is_empty() {
            // No title has any of the wanted words, so none may pass
            required = UnmetFilters::GENRES;
            parts.fill(required);
        }
        Self {
            parts,
            required,
            genres,
            without: marked(&table.genres, &filter.without),
            kinds: marked(&table.kinds, &filter.kinds),
            filter,
        }
    }

    /// Returns the conditions of the filter that a title does not meet.
    pub(super) fn unmet_filters(&self, row: &Row) -> UnmetFilters {
        let filter = self.filter;
        let is_required = |genre: &&u16| is_marked(&self.genres, **genre);
        let genres = row.genres.iter().filter(is_required);
        let mut unmet = genres.fold(self.required, |unmet, genre| {
            unmet.difference(self.part(*genre))
        });
        let is_excluded = !filter.without.is_empty() && self.excluded(row).next().is_some();
        unmet.add(UnmetFilters::WITHOUT, !is_excluded);
        let kind = row.kind.is_some_and(|kind| is_marked(&self.kinds, kind));
        unmet.add(UnmetFilters::KIND, filter.kinds.is_empty() || kind);
        unmet.add(
            UnmetFilters::STATUS,
            one_of::<Status>(&filter.statuses, row.status),
        );
        unmet.add(
            UnmetFilters::SEASON,
            one_of::<Season>(&filter.seasons, row.season),
        );
        unmet.add(
            UnmetFilters::YEAR,
            in_range(filter.years, row.year.map(u32::from)),
        );
        unmet.add(
            UnmetFilters::EPISODES,
            in_range(filter.episodes, row.episodes),
        );
        let score = |least| row.score.is_some_and(|score| score >= least);
        unmet.add(UnmetFilters::SCORE, filter.min_score.is_none_or(score));
        unmet
    }

    /// Returns the condition that a genre meets if it is required.
    pub(super) fn part(&self, genre: u16) -> UnmetFilters {
        let part = self.parts.get(usize::from(genre));
        part.copied().unwrap_or(UnmetFilters::NONE)
    }

    /// Returns the genres of a title that the filter excludes.
    pub(super) fn excluded(&self, row: &Row) -> impl Iterator<Item = u16> {
        let genres = row.genres.iter().copied();
        genres.filter(|genre| is_marked(&self.without, *genre))
    }
}

fn part(kind: TagKind) -> UnmetFilters {
    match kind {
        TagKind::Genre | TagKind::ExplicitGenre => UnmetFilters::GENRES,
        TagKind::Theme => UnmetFilters::THEMES,
        TagKind::Demographic => UnmetFilters::DEMOGRAPHICS,
    }
}

fn marked<T: Clone + PartialEq>(named: &Dictionary<T>, words: &[String]) -> Vec<bool> {
    let known = named.words.iter();
    known.map(|word| words.contains(word)).collect()
}

fn is_marked(marks: &[bool], number: u16) -> bool {
    marks.get(usize::from(number)).copied().unwrap_or_default()
}

fn one_of<T: PartialEq>(allowed: &[T], value: Option<T>) -> bool {
    allowed.is_empty() || value.is_some_and(|value| allowed.contains(&value))
}

fn in_range(range: NumberRange, value: Option<u32>) -> bool {
    range.is_open() || value.is_some_and(|value| range.holds(value))
}
