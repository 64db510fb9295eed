//! Which genres somebody likes better than others: by *lift*, since the genres of most titles are at the top of every
//! list that is counted.

use std::collections::BTreeMap;

use super::{Scores, WatchedTime, scores::exact};
use crate::{anime_list::ListItem, rating::student_quantile};

/// Fewest scored titles of a genre for its lift to be given.
pub const MIN_IN_GENRE: u32 = 5;

/// Statistics of a genre.
#[derive(Debug, Clone, PartialEq)]
pub struct GenreStatistics {
    /// The genre's name.
    pub name: String,
    /// Number of titles of the genre.
    pub titles: u32,
    /// Episodes seen of the genre's titles, and how long they took.
    pub watched: WatchedTime,
    /// Number of titles of the genre that have a score.
    pub scored: u32,
    /// How the owner likes the genre; `None` where fewer than [`MIN_IN_GENRE`] titles have a score.
    pub lift: Option<Lift>,
}

/// The mean score of a genre less that of all titles, on the scale from 1 to 100, and how far chance alone may lead it
/// off with a probability of 95 %.
///
/// The question is whether the genre's titles are any `n` of the owner's `N` scored titles. The mean of `n` that are
/// drawn without replacement scatters about that of all by `s²/n · (1 − n/N)`, where `s²` is the variance of all
/// scores (W. G. Cochran, "Sampling Techniques", 3rd ed. 1977, theorem 2.2); the last factor is there since the genre is
/// part of the whole. [`margin`](Self::margin) is the root of it by Student's quantile of `N − 1` degrees. One of twenty
/// genres without any difference is beyond it by chance.
///
/// Scores that are all shifted by one number leave it as it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lift {
    /// Difference of the mean scores, in points of 100.
    pub points: f64,
    /// Largest difference, up or down, that chance explains, in points of 100.
    pub margin: f64,
}

/// The verdict of a [`Lift`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Liking {
    /// The genre is liked more than most.
    More,
    /// The difference may be chance.
    Unclear,
    /// The genre is liked less than most.
    Less,
}

impl Lift {
    /// Returns the lift of `count` scores with this sum among `all`.
    fn of(sum: u64, count: u32, all: &Scores) -> Option<Self> {
        let deviation = all.deviation()?;
        let (part, whole) = (i128::from(count), i128::from(all.count()));
        // In whole numbers, so that equal means have no difference
        let difference = i128::from(sum) * whole - i128::from(all.sum()) * part;
        let (part, whole) = (exact(part), exact(whole));
        let variance = deviation * deviation / part * (1.0 - part / whole);
        Some(Self {
            points: exact(difference) / (part * whole),
            margin: student_quantile(whole - 1.0) * variance.sqrt(),
        })
    }

    /// Returns the verdict of the lift.
    pub fn liking(self) -> Liking {
        match self.points {
            points if points > self.margin => Liking::More,
            points if points < -self.margin => Liking::Less,
            _ => Liking::Unclear,
        }
    }
}

#[derive(Default)]
struct Sums {
    titles: u32,
    watched: WatchedTime,
    scored: u32,
    sum: u64,
}

/// Returns the statistics of every genre of these entries, by name. The entries' scores are `all`.
pub(super) fn of(items: &[&ListItem], all: &Scores) -> Vec<GenreStatistics> {
    let mut genres: BTreeMap<&str, Sums> = BTreeMap::new();
    for item in items {
        let watched = WatchedTime::of(item);
        for name in &item.title.genres {
            let sums = genres.entry(name).or_default();
            sums.titles += 1;
            sums.watched = sums.watched + watched;
            if let Some(score) = item.entry.score {
                sums.scored += 1;
                sums.sum += u64::from(score.get());
            }
        }
    }
    let genre = |(name, sums): (&str, Sums)| GenreStatistics {
        name: name.to_owned(),
        titles: sums.titles,
        watched: sums.watched,
        scored: sums.scored,
        lift: Some(sums)
            .filter(|sums| sums.scored >= MIN_IN_GENRE)
            .and_then(|sums| Lift::of(sums.sum, sums.scored, all)),
    };
    genres.into_iter().map(genre).collect()
}
