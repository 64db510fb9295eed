//! Two lists beside one another.

use domain::{
    anime_list::Score,
    people::{self, Interval, MIN_SHARED},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{PageTitle, number, pages};
use crate::{dto::anime_list::ListStatus, pictures::Pictures};

/// The user's list beside somebody's.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListComparison {
    agreement: Agreement,
    items: Vec<ComparedTitle>,
    /// Which part it is, from 1 on.
    page: u32,
    pages: u32,
    /// Titles on both lists.
    shared: u32,
    /// Titles on their list alone.
    only_theirs: u32,
}

/// How far the scores of two people agree.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Agreement {
    /// Titles that both have scored.
    scored: u32,
    /// Number of shared scores from which agreement is shown.
    #[schema(example = 10)]
    least_scored: u32,
    /// Pearson's correlation, from -1 to 1. `null` where too few are scored, or one of both has given the same score to all.
    #[schema(required)]
    correlation: Option<ValueInterval>,
    /// By how many points of 100 the user scores higher. `null` where too few are scored.
    #[schema(required)]
    difference: Option<ValueInterval>,
}

/// A value, and where the true one lies with a probability of 95 %.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValueInterval {
    value: f64,
    low: f64,
    high: f64,
}

/// A title on two lists, or on theirs alone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ComparedTitle {
    #[serde(flatten)]
    title: PageTitle,
    /// What the user keeps of it; `null` where it is not on the list.
    #[schema(required)]
    mine: Option<HeldTitle>,
    theirs: HeldTitle,
}

/// What somebody keeps of a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeldTitle {
    status: ListStatus,
    /// From 1 to 100.
    #[schema(required)]
    score: Option<u8>,
}

impl ListComparison {
    /// Part `page` of the titles that `of` means.
    pub(crate) fn new(
        agreement: &people::Agreement,
        titles: &people::ComparisonPage,
        (of, page): (people::Compared, u32),
        pictures: &Pictures,
    ) -> Self {
        let [shared, only_theirs] = [titles.shared, titles.only_theirs].map(number);
        let total = match of {
            people::Compared::Shared => shared,
            people::Compared::OnlyTheirs => only_theirs,
        };
        let title = |it: &people::ComparedTitle| ComparedTitle {
            title: PageTitle::new(&it.title, pictures),
            mine: it.mine.map(HeldTitle::from),
            theirs: it.theirs.into(),
        };
        Self {
            agreement: Agreement {
                scored: number(agreement.scored),
                least_scored: number(MIN_SHARED),
                correlation: agreement
                    .correlation
                    .map(|it| ValueInterval::new(it, 1000.0)),
                difference: agreement.difference.map(|it| ValueInterval::new(it, 10.0)),
            },
            items: titles.items.iter().map(title).collect(),
            page,
            pages: pages(total),
            shared,
            only_theirs,
        }
    }
}

impl ValueInterval {
    /// To one part of so many.
    fn new(interval: Interval, parts: f64) -> Self {
        let rounded = |value: f64| (value * parts).round() / parts;
        Self {
            value: rounded(interval.value),
            low: rounded(interval.low),
            high: rounded(interval.high),
        }
    }
}

impl From<people::ComparedEntry> for HeldTitle {
    fn from(entry: people::ComparedEntry) -> Self {
        Self {
            status: entry.status.into(),
            score: entry.score.map(Score::get),
        }
    }
}
