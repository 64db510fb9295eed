//! A title's public ratings.

use std::collections::BTreeMap;

use domain::{
    anime_list::Status,
    rating::{Estimate, MIN_SHOWN, SourceScore, TitleRatings},
};
use serde::Serialize;
use utoipa::ToSchema;

/// The ratings of a title: those of Mitai's users, and the score at the source.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingsBody {
    /// The mean score of Mitai's users; `null` while fewer than `least_raters` have given one.
    #[schema(required)]
    own: Option<ScoreBody>,
    /// How often Mitai's users gave each whole score from 1 to 10; `null` while fewer than `least_raters` have given
    /// one.
    #[schema(required)]
    distribution: Option<Vec<BarBody>>,
    /// How many of Mitai's users have the title on their lists, by status.
    statuses: StatusesBody,
    /// The smallest number of people in a group that is shown.
    #[schema(example = 5)]
    least_raters: u32,
    /// The mean score at the source; `null` where the source has none.
    #[schema(required)]
    source: Option<SourceScoreBody>,
}

/// A mean score with its 95 % interval.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScoreBody {
    /// The mean score, from 0.1 to 10.
    mean: f64,
    /// The lower end of the 95 % interval for the mean of all who might vote.
    low: f64,
    /// The upper end of the 95 % interval for the mean of all who might vote.
    high: f64,
    /// The number of people who have given a score.
    raters: u32,
}

/// A whole score, and how often it was given.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BarBody {
    /// The whole score, from 1 to 10.
    score: u32,
    /// How often the score was given.
    count: u32,
}

/// The number of people by status of a title; `null` for a status with fewer than `least_raters`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatusesBody {
    #[schema(required)]
    watching: Option<u32>,
    #[schema(required)]
    completed: Option<u32>,
    #[schema(required)]
    paused: Option<u32>,
    #[schema(required)]
    dropped: Option<u32>,
    #[schema(required)]
    planned: Option<u32>,
}

/// A title's mean score at its source, with its 95 % interval.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SourceScoreBody {
    /// The source of the score: `jikan`, `built-in`, …
    source: String,
    /// The mean score, from 1 to 10.
    mean: f64,
    /// The lower end of the mean's 95 % interval; `null` where the number of votes is unknown or below two.
    #[schema(required)]
    low: Option<f64>,
    /// The upper end of the same interval; `null` where `low` is.
    #[schema(required)]
    high: Option<f64>,
    /// Whether the interval comes from how often each score was given, as the title's statistics say. Otherwise it is
    /// estimated from the spread of the scores of one other title.
    from_distribution: bool,
    /// The number of people who have given a score; `null` where the source does not tell it.
    #[schema(required)]
    raters: Option<u32>,
}

/// Rounds a score to two decimals.
pub(super) fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

impl From<Estimate> for ScoreBody {
    fn from(estimate: Estimate) -> Self {
        Self {
            mean: rounded(estimate.mean),
            low: rounded(estimate.low),
            high: rounded(estimate.high),
            raters: estimate.raters,
        }
    }
}

impl From<&BTreeMap<Status, u32>> for StatusesBody {
    fn from(counts: &BTreeMap<Status, u32>) -> Self {
        let count = |status| counts.get(&status).copied();
        Self {
            watching: count(Status::Watching),
            completed: count(Status::Completed),
            paused: count(Status::Paused),
            dropped: count(Status::Dropped),
            planned: count(Status::Planned),
        }
    }
}

impl From<SourceScore> for SourceScoreBody {
    fn from(score: SourceScore) -> Self {
        let counted = score.counted();
        let estimate = counted.or_else(|| score.estimated());
        Self {
            low: estimate.map(|it| rounded(it.low)),
            high: estimate.map(|it| rounded(it.high)),
            from_distribution: counted.is_some(),
            source: score.source,
            mean: score.mean,
            raters: score.raters.or(counted.map(|it| it.raters)),
        }
    }
}

impl From<TitleRatings> for RatingsBody {
    fn from(ratings: TitleRatings) -> Self {
        let bars = |counts: [u32; 10]| {
            let bars = (1..).zip(counts);
            bars.map(|(score, count)| BarBody { score, count })
                .collect()
        };
        Self {
            own: ratings.own.score.map(ScoreBody::from),
            distribution: ratings.own.bars.map(bars),
            statuses: (&ratings.own.statuses).into(),
            least_raters: MIN_SHOWN,
            source: ratings.source.map(SourceScoreBody::from),
        }
    }
}
