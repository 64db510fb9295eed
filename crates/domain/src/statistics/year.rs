//! A year in review: the titles that were watched to the end in it.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{Scores, WatchedTime};
use crate::anime_list::{ListItem, ListedTitle, PartialDate, Run, RunState, Score};

/// The largest number of titles that are shown as liked best.
const BEST: usize = 5;

/// What was watched to the end in a year. A title that was so twice is one title; what was seen of it counts twice.
#[derive(Debug, Clone, PartialEq)]
pub struct YearInReview {
    /// The year in review.
    pub year: i16,
    /// Number of titles that were watched to the end in the year.
    pub titles: u32,
    /// Number of these titles that had been watched to the end before.
    pub again: u32,
    /// Episodes seen of the titles when they were watched to the end in this year, and how long they took.
    pub watched: WatchedTime,
    /// Number of watchings by the month in which they ended, from January on.
    pub months: [u32; 12],
    /// Number of watchings of which only the year is known.
    pub monthless: u32,
    /// The scores of these titles.
    pub scores: Scores,
    /// Genres with the number of these titles, the most frequent first.
    pub genres: Vec<(String, u32)>,
    /// The titles liked best, the best first; what was finished later comes before what was liked as much.
    pub best: Vec<Highlight>,
    /// The title that took the most time; `None` where no length is known.
    pub longest: Option<Highlight>,
    /// The title that was finished first, of those whose day is known.
    pub first: Option<Highlight>,
    /// The title that was finished last, of those whose day is known.
    pub last: Option<Highlight>,
}

/// A title of a year in review.
#[derive(Debug, Clone, PartialEq)]
pub struct Highlight {
    /// The title's facts.
    pub title: Arc<ListedTitle>,
    /// When the title was watched to the end; the last time if several times.
    pub finished: PartialDate,
    /// The title's score: that of the watching, or else that of the entry.
    pub score: Option<Score>,
    /// Episodes seen of the title in the watchings that ended in this year, and how long they took.
    pub watched: WatchedTime,
}

/// A title with its watchings that ended in the year.
struct Finished<'a> {
    highlight: Highlight,
    runs: Vec<(PartialDate, &'a Run)>,
    again: bool,
}

impl YearInReview {
    /// Computes the review of a year from entries.
    pub fn of<'a>(items: impl IntoIterator<Item = &'a ListItem>, year: i16) -> Self {
        let items = items.into_iter();
        let mut finished: Vec<_> = items.filter_map(|item| Finished::of(item, year)).collect();
        finished.sort_by_key(|it| it.highlight.title.mal_id);
        let highlights = || finished.iter().map(|it| &it.highlight);
        let (months, monthless) = months(&finished);
        Self {
            year,
            titles: u32::try_from(finished.len()).unwrap_or(u32::MAX),
            again: finished.iter().map(|it| u32::from(it.again)).sum(),
            watched: highlights().map(|it| it.watched).sum(),
            months,
            monthless,
            scores: Scores::of(highlights().filter_map(|it| it.score)),
            genres: genres(highlights()),
            best: best(highlights()),
            longest: highlights()
                .filter(|it| it.watched.seconds > 0)
                .min_by_key(|it| Reverse(it.watched.seconds))
                .cloned(),
            first: by_day(&finished).min_by_key(|(day, _)| *day).map(cloned),
            last: by_day(&finished).max_by_key(|(day, _)| *day).map(cloned),
        }
    }
}

impl<'a> Finished<'a> {
    fn of(item: &'a ListItem, year: i16) -> Option<Self> {
        let ListItem { title, entry } = item;
        let (mut runs, mut watched) = (Vec::new(), WatchedTime::default());
        let mut was_done = entry.has_earlier_run_by_number();
        let mut again = false;
        for run in entry.runs.iter().filter(|run| run.state == RunState::Done) {
            if let Some(date) = run.finished.filter(|it| it.date.year() == year) {
                watched = watched + WatchedTime::of_run(title, run, was_done);
                again |= was_done;
                runs.push((date.date, run));
            }
            was_done = true;
        }
        let (finished, last) = runs.last()?;
        let highlight = Highlight {
            title: Arc::clone(title),
            finished: *finished,
            score: last.score.or(entry.score),
            watched,
        };
        Some(Self {
            highlight,
            runs,
            again,
        })
    }
}

/// Returns each watching whose day is known.
fn by_day<'a>(finished: &'a [Finished<'_>]) -> impl Iterator<Item = (PartialDate, &'a Highlight)> {
    finished.iter().flat_map(|it| {
        let dates = it.runs.iter().map(|(date, _)| *date);
        let days = dates.filter(|date| date.day().is_some());
        days.map(|day| (day, &it.highlight))
    })
}

fn cloned((finished, highlight): (PartialDate, &Highlight)) -> Highlight {
    Highlight {
        finished,
        ..highlight.clone()
    }
}

fn months(finished: &[Finished<'_>]) -> ([u32; 12], u32) {
    let (mut months, mut unknown) = ([0; 12], 0);
    for (date, _) in finished.iter().flat_map(|it| &it.runs) {
        let index = date
            .month()
            .and_then(|month| usize::try_from(month - 1).ok());
        match index.and_then(|index| months.get_mut(index)) {
            Some(count) => *count += 1,
            None => unknown += 1,
        }
    }
    (months, unknown)
}

fn genres<'a>(highlights: impl Iterator<Item = &'a Highlight>) -> Vec<(String, u32)> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for highlight in highlights {
        let names: BTreeSet<&str> = highlight.title.genres.iter().map(String::as_str).collect();
        for name in names {
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut genres: Vec<_> = counts.into_iter().collect();
    genres.sort_by_key(|(_, count)| Reverse(*count));
    let named = genres
        .into_iter()
        .map(|(name, count)| (name.to_owned(), count));
    named.collect()
}

fn best<'a>(highlights: impl Iterator<Item = &'a Highlight>) -> Vec<Highlight> {
    let mut scored: Vec<_> = highlights.filter(|it| it.score.is_some()).collect();
    scored.sort_by_key(|it| Reverse((it.score, it.finished)));
    scored.into_iter().take(BEST).cloned().collect()
}
