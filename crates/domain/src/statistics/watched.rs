//! Episodes that were seen, and how long that took.

use std::{iter::Sum, ops::Add};

use crate::anime_list::{ListEntry, ListItem, ListedTitle, Run, RunState};

/// Episodes that were seen. One that was seen twice counts twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WatchedTime {
    /// Number of episodes that were seen.
    pub episodes: u64,
    /// Number of these episodes that were seen when a title was watched again.
    pub again: u64,
    /// Length of these episodes together in seconds, as far as it is known.
    pub seconds: u64,
    /// Number of these episodes whose length is not known.
    pub untimed: u64,
}

impl WatchedTime {
    /// Returns what was seen of a title. Of watchings of which only the number is known, each counts as the whole
    /// title.
    pub fn of(item: &ListItem) -> Self {
        let ListItem { title, entry } = item;
        let whole = whole(entry, title);
        // The first one, if no run tells of it
        let mut again = entry.has_earlier_run_by_number();
        let first = Self::seen(title, if again { whole } else { 0 }, false);
        let further = u64::from(entry.extra_runs) * whole;
        let mut watched = first + Self::seen(title, further, true);
        for run in &entry.runs {
            watched = watched + Self::of_run(title, run, again);
            again |= run.state == RunState::Done;
        }
        watched
    }

    /// Returns what was seen of a title in one run.
    pub(super) fn of_run(title: &ListedTitle, run: &Run, again: bool) -> Self {
        Self::seen(title, episodes(run, title), again)
    }

    fn seen(title: &ListedTitle, episodes: u64, again: bool) -> Self {
        Self {
            episodes,
            again: if again { episodes } else { 0 },
            seconds: episodes * u64::from(title.episode_seconds.unwrap_or(0)),
            untimed: match title.episode_seconds {
                Some(_) => 0,
                None => episodes,
            },
        }
    }
}

/// Episodes that were seen in a run. Who watched a title to its end has seen one at least, also where nobody has
/// counted.
fn episodes(run: &Run, title: &ListedTitle) -> u64 {
    match (run.progress, run.state) {
        (0, RunState::Done) => title.episodes.unwrap_or(1).max(1).into(),
        (progress, _) => progress.into(),
    }
}

/// Returns the number of episodes of one watching from start to end.
fn whole(entry: &ListEntry, title: &ListedTitle) -> u64 {
    let most = entry.runs.iter().map(|run| run.progress).max();
    let whole = title.episodes.filter(|episodes| *episodes > 0);
    whole.or(most).unwrap_or(0).max(1).into()
}

impl Add for WatchedTime {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            episodes: self.episodes + other.episodes,
            again: self.again + other.again,
            seconds: self.seconds + other.seconds,
            untimed: self.untimed + other.untimed,
        }
    }
}

impl Sum for WatchedTime {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}
