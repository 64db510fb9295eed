//! The numbers of titles' viewers at the source.

use domain::extras::{Stated, ViewerCounts};
use serde::Serialize;
use utoipa::ToSchema;

/// The numbers of a title's viewers at the source.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ViewerCountsBody {
    watching: u32,
    completed: u32,
    on_hold: u32,
    dropped: u32,
    plan_to_watch: u32,
    /// The number of all viewers, as the source states it.
    total: u32,
    /// How often each score was given, from 1 to 10.
    scores: Vec<u32>,
    /// The source that stated the numbers, such as `jikan`; `null` where none has.
    #[schema(required)]
    source: Option<String>,
    /// When the source stated the numbers (RFC 3339); `null` where none has.
    #[schema(required)]
    as_of: Option<String>,
}

impl From<Option<Stated<ViewerCounts>>> for ViewerCountsBody {
    fn from(stated: Option<Stated<ViewerCounts>>) -> Self {
        let (counts, provenance) = match stated {
            Some(Stated { value, provenance }) => (value, Some(provenance)),
            None => (ViewerCounts::default(), None),
        };
        Self {
            watching: counts.watching,
            completed: counts.completed,
            on_hold: counts.on_hold,
            dropped: counts.dropped,
            plan_to_watch: counts.plan_to_watch,
            total: counts.total,
            scores: counts.scores.into(),
            as_of: provenance.as_ref().map(|it| it.as_of.to_string()),
            source: provenance.map(|it| it.source),
        }
    }
}
