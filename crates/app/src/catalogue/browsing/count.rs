//! Scans all titles once and counts matches and facets.

use std::cmp::Reverse;

use domain::{
    anime::{Season, Status, TagKind},
    browse::{Choice, EPISODES, Facets, GenreChoice, SCORES},
};

use super::{
    filter::{CompiledFilter, UnmetFilters},
    table::{Row, Table},
};

const STATUSES: [Status; 3] = [Status::Upcoming, Status::Airing, Status::Finished];
const SEASONS: [Season; 4] = [Season::Winter, Season::Spring, Season::Summer, Season::Fall];
/// The last year of which titles are counted by year.
const LAST_YEAR: u16 = 2_999;

/// The numbers of titles of a table for each choice of a filter.
pub(super) struct FacetCounts {
    /// Whether the filter lets a title through, by the number of its row.
    pub(super) matches: Vec<bool>,
    pub(super) total: u32,
    genres: Vec<u32>,
    kinds: Vec<u32>,
    /// The number of titles of each genre, whatever the filter.
    all_genres: Vec<u32>,
    /// The number of titles of each form of publication, whatever the filter.
    all_kinds: Vec<u32>,
    statuses: [u32; STATUSES.len()],
    seasons: [u32; SEASONS.len()],
    years: Vec<u32>,
    scores: [u32; SCORES.len()],
    episodes: [u32; EPISODES.len()],
}

pub(super) fn count(table: &Table, filter: &CompiledFilter<'_>) -> FacetCounts {
    let mut counted = FacetCounts {
        matches: Vec::with_capacity(table.rows.len()),
        total: 0,
        genres: vec![0; table.genres.len()],
        kinds: vec![0; table.kinds.len()],
        all_genres: vec![0; table.genres.len()],
        all_kinds: vec![0; table.kinds.len()],
        statuses: Default::default(),
        seasons: Default::default(),
        years: vec![0; usize::from(LAST_YEAR) + 1],
        scores: Default::default(),
        episodes: Default::default(),
    };
    for row in &table.rows {
        let unmet = filter.unmet_filters(row);
        let matches = unmet == UnmetFilters::NONE;
        counted.matches.push(matches);
        counted.total += u32::from(matches);
        counted.add(row, unmet);
        counted.add_genres(row, unmet, filter);
    }
    counted
}

impl FacetCounts {
    /// Counts a title for those choices with which the filter would let it through.
    fn add(&mut self, row: &Row, unmet: UnmetFilters) {
        if let Some(kind) = row.kind.map(usize::from) {
            increment(&mut self.all_kinds, Some(kind));
            if unmet.at_most(UnmetFilters::KIND) {
                increment(&mut self.kinds, Some(kind));
            }
        }
        if unmet.at_most(UnmetFilters::STATUS) {
            increment(&mut self.statuses, index_of(&STATUSES, row.status));
        }
        if unmet.at_most(UnmetFilters::SEASON) {
            increment(&mut self.seasons, index_of(&SEASONS, row.season));
        }
        if unmet.at_most(UnmetFilters::YEAR) {
            increment(&mut self.years, row.year.map(usize::from));
        }
        if unmet.at_most(UnmetFilters::EPISODES)
            && let Some(episodes) = row.episodes
        {
            let mut spans = EPISODES.iter();
            increment(
                &mut self.episodes,
                spans.position(|span| span.holds(episodes)),
            );
        }
        if unmet.at_most(UnmetFilters::SCORE)
            && let Some(score) = row.score
        {
            for (count, least) in self.scores.iter_mut().zip(SCORES) {
                *count += u32::from(score >= least * 100);
            }
        }
    }

    fn add_genres(&mut self, row: &Row, unmet: UnmetFilters, filter: &CompiledFilter<'_>) {
        for genre in &row.genres {
            increment(&mut self.all_genres, Some(usize::from(*genre)));
            if unmet.at_most(filter.part(*genre)) {
                increment(&mut self.genres, Some(usize::from(*genre)));
            }
        }
        if unmet.intersects(UnmetFilters::WITHOUT) {
            let mut excluded = filter.excluded(row);
            // The title would be let through if its only excluded genre were required instead
            if let (Some(only), None) = (excluded.next(), excluded.next())
                && unmet.at_most(filter.part(only).union(UnmetFilters::WITHOUT))
            {
                increment(&mut self.genres, Some(usize::from(only)));
            }
        }
    }

    /// Returns the counts as the choices that people see.
    pub(super) fn take_facets(&mut self, table: &Table) -> Facets {
        let years = (0..=LAST_YEAR).zip(&self.years).rev();
        let years = years.filter(|(_, titles)| **titles > 0);
        Facets {
            genres: self.genre_choices(table),
            kinds: self.kind_choices(table),
            statuses: choices(&STATUSES, &self.statuses),
            seasons: choices(&SEASONS, &self.seasons),
            years: years
                .map(|(value, titles)| Choice {
                    value,
                    titles: *titles,
                })
                .collect(),
            scores: choices(&SCORES, &self.scores),
            episodes: choices(&EPISODES, &self.episodes),
        }
    }

    fn genre_choices(&self, table: &Table) -> Vec<GenreChoice> {
        let named = table.genres.things.iter().zip(&table.genres.words);
        let counts = self.genres.iter().zip(&self.all_genres);
        let known = named.zip(counts).filter(|(_, (_, all))| **all > 0);
        let mut choices: Vec<GenreChoice> = known
            .map(|((genre, word), (titles, _))| GenreChoice {
                genre: genre.clone(),
                word: word.clone(),
                titles: *titles,
            })
            .collect();
        choices.sort_by(|one, other| {
            let key = |choice: &GenreChoice| (group(choice.genre.kind), choice.word.clone());
            key(one).cmp(&key(other))
        });
        choices
    }

    fn kind_choices(&self, table: &Table) -> Vec<Choice<String>> {
        let counts = self.kinds.iter().zip(&self.all_kinds);
        let known = table.kinds.things.iter().zip(counts);
        let mut known: Vec<_> = known.filter(|(_, (_, all))| **all > 0).collect();
        known.sort_by_key(|(kind, (_, all))| (Reverse(**all), *kind));
        let choices = known.into_iter().map(|(kind, (titles, _))| Choice {
            value: kind.clone(),
            titles: *titles,
        });
        choices.collect()
    }
}

/// Returns the place of a kind of genres in the order that people see.
fn group(kind: TagKind) -> u8 {
    match kind {
        TagKind::Genre | TagKind::ExplicitGenre => 0,
        TagKind::Theme => 1,
        TagKind::Demographic => 2,
    }
}

fn increment(counts: &mut [u32], at: Option<usize>) {
    if let Some(count) = at.and_then(|at| counts.get_mut(at)) {
        *count += 1;
    }
}

fn index_of<T: PartialEq>(all: &[T], value: Option<T>) -> Option<usize> {
    let value = value?;
    all.iter().position(|known| *known == value)
}

fn choices<T: Copy>(values: &[T], counts: &[u32]) -> Vec<Choice<T>> {
    let counted = values.iter().zip(counts);
    let choices = counted.map(|(value, titles)| Choice {
        value: *value,
        titles: *titles,
    });
    choices.collect()
}
