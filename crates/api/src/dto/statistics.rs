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

/// What a list says of its owner. Scores are kept from 1 to 100, and so are their means and differences.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Statistics {
    /// Titles on the list.
    titles: u32,
    statuses: StatusNumbers,
    watched: WatchedTime,
    completion: Completion,
    /// Titles by the year of their first day.
    years: YearCounts,
    /// Titles by the year in which they were watched to the end, each once a year.
    finished: YearCounts,
    /// Titles by form of publication.
    kinds: KindCounts,
    scores: Scores,
    /// Every genre of the list, by name.
    genres: Vec<Genre>,
    /// So many scored titles a genre has whose `lift` is given.
    #[schema(example = 5)]
    least_scored: u32,
}

/// How many titles are where.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatusNumbers {
    planned: u32,
    watching: u32,
    completed: u32,
    paused: u32,
    dropped: u32,
}

/// Episodes that were seen; each time counts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchedTime {
    episodes: u64,
    /// Those of them that were seen when a title was watched again.
    again: u64,
    /// How long they are together, as far as it is known.
    seconds: u64,
    /// Those of them of unknown length.
    untimed: u64,
}

/// The outcome of the titles that were begun and are not being watched for the first time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Completion {
    /// Watched to the end at least once.
    completed: u32,
    /// On hold, and never watched to the end.
    paused: u32,
    /// Dropped, and never watched to the end.
    dropped: u32,
}

/// Titles by year, from the earliest on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct YearCounts {
    known: Vec<YearCount>,
    /// Titles of unknown year.
    unknown: u32,
}

/// Titles of a year.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct YearCount {
    year: i32,
    titles: u32,
}

/// Titles by form of publication, the most frequent first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KindCounts {
    known: Vec<KindCount>,
    /// Titles of unknown form.
    unknown: u32,
}

/// Titles of a form of publication.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KindCount {
    /// As `TV`.
    kind: String,
    titles: u32,
}

/// The scores that were given.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Scores {
    /// How many.
    count: u32,
    /// From 1 to 100. `null` where there are none.
    #[schema(required)]
    mean: Option<f64>,
    /// Lower end of the mean's interval of 95 %, the scores taken as a sample of what their owner watches. `null` where there are
    /// fewer than two.
    #[schema(required)]
    mean_low: Option<f64>,
    /// Upper end of it.
    #[schema(required)]
    mean_high: Option<f64>,
    /// Standard deviation. `null` where there are fewer than two.
    #[schema(required)]
    deviation: Option<f64>,
    /// The scale of `steps`.
    scale: ScoreScale,
    /// Each value that was given, from the lowest on.
    steps: Vec<ScoreStep>,
}

/// A value of a scale, and where it stands among all scores of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScoreStep {
    /// On the scale.
    value: f64,
    /// How often it was given.
    count: u32,
    /// How many scores are lower.
    below: u32,
    /// How many scores are higher.
    above: u32,
}

/// What a list says of a genre.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Genre {
    name: String,
    titles: u32,
    /// How long the episodes of it are together that were seen, as far as it is known.
    seconds: u64,
    /// Titles of it with a score.
    scored: u32,
    /// `null` where fewer than `least_scored` have a score.
    #[schema(required)]
    lift: Option<GenreLift>,
}

/// How a genre is liked: its mean score less that of the whole list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GenreLift {
    /// Of a scale from 1 to 100.
    points: f64,
    /// As far as this, up or down, chance leads with a probability of 95 %: the mean of as many titles that are drawn from
    /// the list at random.
    margin: f64,
    liking: Liking,
}

impl Statistics {
    /// These counts, on this scale.
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
    /// Builds it from these counts.
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
