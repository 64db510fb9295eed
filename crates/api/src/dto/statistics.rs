//! The statistics of a list.

mod year;

use std::cmp::Reverse;

use domain::{
    anime_list::{self, Status},
    rating::StatusCounts,
    statistics::{self, Counts, Lift, MIN_IN_GENRE},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{names::same_enum, preferences::ScoreScale};

pub(crate) use self::year::{Year, YearInReview};

same_enum! {
    /// Whether a genre is liked more than most, less, or whether its difference may be chance.
    Liking: domain::statistics::Liking { More, Unclear, Less }
}

/// The statistics of a list. Scores, their means and their differences are on the scale from 1 to 100.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Statistics {
    /// The number of titles on the list.
    titles: u32,
    statuses: StatusNumbers,
    watched: WatchedTime,
    completion: Completion,
    /// The number of titles by year: the year that the source names, else that of the first day.
    years: YearCounts,
    /// The number of titles by the year in which they were watched to the end, each once a year.
    finished: YearCounts,
    /// The number of titles by form of publication.
    kinds: KindCounts,
    scores: Scores,
    /// Every genre of the list, by name.
    genres: Vec<Genre>,
    /// The smallest number of scored titles for which a genre's `lift` is given.
    #[schema(example = 5)]
    least_scored: u32,
}

/// The number of titles by status.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatusNumbers {
    planned: u32,
    watching: u32,
    completed: u32,
    paused: u32,
    dropped: u32,
}

/// The number and length of the watched episodes; each watching counts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchedTime {
    episodes: u64,
    /// The number of those episodes that were watched in a rewatch.
    again: u64,
    /// The length of the episodes together in seconds, as far as it is known.
    seconds: u64,
    /// The number of those episodes whose length is unknown.
    untimed: u64,
}

/// The outcome of the titles that were begun and are not being watched for the first time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Completion {
    /// The number of titles that were watched to the end at least once.
    completed: u32,
    /// The number of titles that are on hold, and were never watched to the end.
    paused: u32,
    /// The number of titles that were dropped, and never watched to the end.
    dropped: u32,
}

/// The number of titles by year, from the earliest on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct YearCounts {
    known: Vec<YearCount>,
    /// The number of titles whose year is unknown.
    unknown: u32,
}

/// The number of titles of one year.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct YearCount {
    year: i32,
    titles: u32,
}

/// The number of titles by form of publication, the most frequent first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KindCounts {
    known: Vec<KindCount>,
    /// The number of titles whose form of publication is unknown.
    unknown: u32,
}

/// The number of titles of one form of publication.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KindCount {
    /// The form of publication, such as `TV`.
    kind: String,
    titles: u32,
}

/// The scores that were given.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Scores {
    /// The number of scores.
    count: u32,
    /// The mean score, from 1 to 100; `null` where there are no scores.
    #[schema(required)]
    mean: Option<f64>,
    /// The lower end of the mean's 95 % interval, the scores taken as a sample of what their owner watches; `null`
    /// where there are fewer than two.
    #[schema(required)]
    mean_low: Option<f64>,
    /// The upper end of the same interval; `null` where `mean_low` is.
    #[schema(required)]
    mean_high: Option<f64>,
    /// The standard deviation of the scores; `null` where there are fewer than two.
    #[schema(required)]
    deviation: Option<f64>,
    /// The scale of the values in `steps`.
    scale: ScoreScale,
    /// The values that were given, from the lowest on.
    steps: Vec<ScoreStep>,
}

/// A value of a scale, and where it stands among all scores of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScoreStep {
    /// The value, on the scale that `scale` names.
    value: f64,
    /// How often the value was given.
    count: u32,
    /// The number of lower scores.
    below: u32,
    /// The number of higher scores.
    above: u32,
}

/// The statistics of a genre.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Genre {
    name: String,
    titles: u32,
    /// The length in seconds of all watched episodes of the genre, as far as it is known.
    seconds: u64,
    /// The number of titles of the genre with a score.
    scored: u32,
    /// How much the genre is liked; `null` where fewer than `least_scored` titles have a score.
    #[schema(required)]
    lift: Option<GenreLift>,
}

/// How much a genre is liked: its mean score less that of the whole list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GenreLift {
    /// The difference of the means, in points of the scale from 1 to 100.
    points: f64,
    /// The largest difference, up or down, that chance explains with a probability of 95 %: that of as many titles
    /// drawn at random from the list.
    margin: f64,
    liking: Liking,
}

impl Statistics {
    /// Builds the answer from the counts, with the scores on `scale`.
    pub(crate) fn new(of: &statistics::Statistics, scale: anime_list::ScoreScale) -> Self {
        Self {
            titles: of.titles,
            statuses: StatusNumbers::new(&of.statuses),
            watched: of.watched.into(),
            completion: of.completion.into(),
            years: YearCounts::new(&of.years),
            finished: YearCounts::new(&of.finished),
            kinds: KindCounts::new(&of.kinds),
            scores: Scores::new(&of.scores, scale),
            genres: of.genres.iter().map(Genre::new).collect(),
            least_scored: MIN_IN_GENRE,
        }
    }
}

impl StatusNumbers {
    /// Builds the answer from the number of titles of each status.
    pub(crate) fn new(counts: &StatusCounts) -> Self {
        let titles = |status| counts.get(&status).copied().unwrap_or(0);
        Self {
            planned: titles(Status::Planned),
            watching: titles(Status::Watching),
            completed: titles(Status::Completed),
            paused: titles(Status::Paused),
            dropped: titles(Status::Dropped),
        }
    }
}

impl From<statistics::WatchedTime> for WatchedTime {
    fn from(of: statistics::WatchedTime) -> Self {
        Self {
            episodes: of.episodes,
            again: of.again,
            seconds: of.seconds,
            untimed: of.untimed,
        }
    }
}

impl From<statistics::Completion> for Completion {
    fn from(of: statistics::Completion) -> Self {
        Self {
            completed: of.completed,
            paused: of.paused,
            dropped: of.dropped,
        }
    }
}

impl YearCounts {
    fn new<K: Copy + Ord + Into<i32>>(counts: &Counts<K>) -> Self {
        let known = counts.known.iter().map(|(year, titles)| YearCount {
            year: (*year).into(),
            titles: *titles,
        });
        Self {
            known: known.collect(),
            unknown: counts.unknown,
        }
    }
}

impl KindCounts {
    fn new(counts: &Counts<String>) -> Self {
        let known = counts.known.iter().map(|(kind, titles)| KindCount {
            kind: kind.clone(),
            titles: *titles,
        });
        let mut known: Vec<_> = known.collect();
        known.sort_by_key(|it| Reverse(it.titles));
        Self {
            known,
            unknown: counts.unknown,
        }
    }
}

impl Scores {
    fn new(of: &statistics::Scores, scale: anime_list::ScoreScale) -> Self {
        let steps = of.steps(scale).into_iter().map(|step| ScoreStep {
            value: step.value,
            count: step.count,
            below: step.below,
            above: step.above,
        });
        let interval = of.interval();
        Self {
            count: of.count(),
            mean: of.mean(),
            mean_low: interval.map(|(low, _)| low),
            mean_high: interval.map(|(_, high)| high),
            deviation: of.deviation(),
            scale: scale.into(),
            steps: steps.collect(),
        }
    }
}

impl Genre {
    fn new(of: &statistics::GenreStatistics) -> Self {
        let lift = |lift: Lift| GenreLift {
            points: lift.points,
            margin: lift.margin,
            liking: lift.liking().into(),
        };
        Self {
            name: of.name.clone(),
            titles: of.titles,
            seconds: of.watched.seconds,
            scored: of.scored,
            lift: of.lift.map(lift),
        }
    }
}
