//! Statistics of a list: time spent, finished titles by time, distribution of scores, liked genres.
//!
//! **Invariant:** all numbers follow from the given entries alone, in any order. Without its private entries a list has
//! the numbers of its public ones.

mod counts;
mod genres;
mod scores;
#[cfg(test)]
mod tests;
mod watched;
mod year;

use std::collections::BTreeSet;

pub use self::{
    counts::Counts,
    genres::{GenreStatistics, Lift, Liking, MIN_IN_GENRE},
    scores::{ScoreStep, Scores},
    watched::WatchedTime,
    year::{Highlight, YearInReview},
};
use crate::{
    anime_list::{ListEntry, ListItem, RunState, Status},
    rating::{StatusCounts, status_counts},
};

/// Statistics of a list's entries.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// Number of entries.
    pub titles: u32,
    /// Number of entries by watch status.
    pub statuses: StatusCounts,
    /// Episodes that were seen, and how long that took.
    pub watched: WatchedTime,
    /// The outcome of the titles that were begun.
    pub completion: Completion,
    /// Number of titles by the year in which they began: the one that the source names, else that of the first day.
    pub years: Counts<u16>,
    /// Titles by the years in which they were watched to the end, each once a year; without titles that never were.
    pub finished: Counts<i16>,
    /// Number of titles by form of publication.
    pub kinds: Counts<String>,
    /// The scores that were given.
    pub scores: Scores,
    /// Statistics of every genre of these titles, by name.
    pub genres: Vec<GenreStatistics>,
}

/// The outcome of titles that the owner has begun and does not watch now: planned ones are not begun, and those being
/// watched may yet be completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Completion {
    /// Number of titles that were watched to the end at least once, whatever they are now.
    pub completed: u32,
    /// Number of titles that are on hold, and were never watched to the end.
    pub paused: u32,
    /// Number of titles that were dropped, and were never watched to the end.
    pub dropped: u32,
}

impl Statistics {
    /// Computes the statistics of entries.
    pub fn of<'a>(items: impl IntoIterator<Item = &'a ListItem>) -> Self {
        let items: Vec<&ListItem> = items.into_iter().collect();
        let statuses = status_counts(items.iter().map(|item| item.entry.status));
        let scores = Scores::of(items.iter().filter_map(|item| item.entry.score));
        Self {
            titles: statuses.values().sum(),
            statuses,
            watched: items.iter().copied().map(WatchedTime::of).sum(),
            completion: Completion::of(&items),
            years: items.iter().map(|item| item.title.year).collect(),
            finished: items.iter().flat_map(|it| finished(&it.entry)).collect(),
            kinds: items.iter().map(|item| item.title.kind.clone()).collect(),
            genres: genres::of(&items, &scores),
            scores,
        }
    }
}

impl Completion {
    fn of(items: &[&ListItem]) -> Self {
        let mut completion = Self::default();
        for ListItem { entry, .. } in items {
            match entry.status {
                _ if was_completed(entry) => completion.completed += 1,
                Status::Paused => completion.paused += 1,
                Status::Dropped => completion.dropped += 1,
                Status::Planned | Status::Watching | Status::Completed => {}
            }
        }
        completion
    }

    /// Returns the share of completed titles from 0 to 1; `None` if no title was completed, paused or dropped.
    pub fn share(self) -> Option<f64> {
        let all = self.completed + self.paused + self.dropped;
        (all > 0).then(|| f64::from(self.completed) / f64::from(all))
    }
}

/// Returns whether a title was ever watched to its end.
fn was_completed(entry: &ListEntry) -> bool {
    let mut runs = entry.runs.iter();
    entry.extra_runs > 0 || runs.any(|run| run.state == RunState::Done)
}

/// Returns the years in which a title was watched to the end; an unknown one where no date says it.
fn finished(entry: &ListEntry) -> BTreeSet<Option<i16>> {
    let done = entry.runs.iter().filter(|run| run.state == RunState::Done);
    let dates = done.filter_map(|run| run.finished);
    let mut years: BTreeSet<_> = dates.map(|it| Some(it.date.year())).collect();
    if years.is_empty() && was_completed(entry) {
        years.insert(None);
    }
    years
}
