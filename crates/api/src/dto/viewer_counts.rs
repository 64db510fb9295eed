//! How titles' audiences at the source count.

use domain::extras::{Stated, ViewerCounts};
use serde::Serialize;
use utoipa::ToSchema;

/// How a title's audience at the source counts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ViewerCountsBody {
    watching: u32,
    completed: u32,
    on_hold: u32,
    dropped: u32,
    plan_to_watch: u32,
    /// All of them, as the source says.
    total: u32,
    /// How often each score was given, from 1 to 10.
    scores: Vec<u32>,
    /// Who stated it; `null` where nobody has.
    #[schema(required)]
    source: Option<String>,
    /// When that was (RFC 3339).
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
