//! Comparisons of two lists.

use domain::{
    anime_list::Score,
    people::{self, Interval, MIN_SHARED},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{PageTitle, number, pages};
use crate::{dto::anime_list::ListStatus, pictures::Pictures};

/// A comparison of the user's list with another user's list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListComparison {
    agreement: Agreement,
    items: Vec<ComparedTitle>,
    /// The page's number, counted from 1.
    page: u32,
    pages: u32,
    /// The number of titles on both lists.
    shared: u32,
    /// The number of titles on the other user's list alone.
    only_theirs: u32,
}

/// How far the scores of the two users agree.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Agreement {
    /// The number of titles that both users have scored.
    scored: u32,
    /// The smallest number of shared scores from which agreement is shown.
    #[schema(example = 10)]
    least_scored: u32,
    /// Pearson's correlation of the scores, from -1 to 1; `null` where fewer than `least_scored` are shared, or one
    /// user has given all titles the same score.
    #[schema(required)]
    correlation: Option<ValueInterval>,
    /// By how many points of 100 the user scores higher on average; `null` where fewer than `least_scored` are shared.
    #[schema(required)]
    difference: Option<ValueInterval>,
}

/// A value with its 95 % interval.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValueInterval {
    value: f64,
    low: f64,
    high: f64,
}

/// A title on both lists, or on the other user's alone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ComparedTitle {
    #[serde(flatten)]
    title: PageTitle,
    /// The user's own entry; `null` where the title is not on the user's list.
    #[schema(required)]
    mine: Option<HeldTitle>,
    theirs: HeldTitle,
}

/// The status and score of a list entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeldTitle {
    status: ListStatus,
    /// The owner's score, from 1 to 100; `null` where none was given.
    #[schema(required)]
    score: Option<u8>,
}

impl ListComparison {
    /// Builds page `page` of the titles that `of` selects.
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
    /// Rounds the interval to the nearest part, of which a whole has `parts`.
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
