//! A title's public ratings.

use std::collections::BTreeMap;

use domain::{
    anime_list::Status,
    rating::{Estimate, MIN_SHOWN, SourceScore, TitleRatings},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Ratings of a title: those of Mitai's users, and what the source says.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingsBody {
    /// The score of Mitai's users. `null` while fewer than `least_raters` have given one.
    #[schema(required)]
    own: Option<ScoreBody>,
    /// How often each whole score was given, from 1 to 10. `null` as above.
    #[schema(required)]
    distribution: Option<Vec<BarBody>>,
    /// How many of Mitai's users have it on their lists, by status.
    statuses: StatusesBody,
    /// So many people there are in each group that is shown.
    #[schema(example = 5)]
    least_raters: u32,
    /// The score at the source. `null` if it tells none.
    #[schema(required)]
    source: Option<SourceScoreBody>,
}

/// A mean score with its uncertainty.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScoreBody {
    /// Mean score, up to 10.
    mean: f64,
    /// The mean of all who might vote is between this …
    low: f64,
    /// … and this with a probability of 95 %.
    high: f64,
    /// How many have given a score.
    raters: u32,
}

/// A whole score, and how often it was given.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BarBody {
    /// From 1 to 10.
    score: u32,
    /// How often.
    count: u32,
}

/// How many people are where with a title. `null` for fewer than `least_raters`.
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

/// A score at a source.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SourceScoreBody {
    /// Where the score is from: `jikan`, `built-in`, …
    source: String,
    /// Mean score from 1 to 10.
    mean: f64,
    /// Lower end of its interval of 95 %. `null` if the source does not tell how many have given one.
    #[schema(required)]
    low: Option<f64>,
    /// Upper end of it.
    #[schema(required)]
    high: Option<f64>,
    /// Whether that interval comes from how often each score was given, as the title's statistics say. Otherwise it is
    /// estimated from how far scores are apart on one other title.
    from_distribution: bool,
    /// How many have given one, if the source tells that.
    #[schema(required)]
    raters: Option<u32>,
}

/// To two decimals.
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
