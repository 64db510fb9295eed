//! What was done to anime lists.

use domain::{
    anime_list::{
        self, Cause, Field, FieldChange, FieldValue, ListEntry, ListEvent, RunField, Score, diff,
    },
    library,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{anime_list::{ListStatus, RunState}, names::same_enum};
use crate::pictures::Pictures;

/// Changes of the list, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Activity {
    items: Vec<ActivityItem>,
    /// What to give as `before` for those that came before; `null` where there are none.
    #[schema(required)]
    next: Option<u64>,
}

/// A change with its title.
#[derive(Debug, Serialize, ToSchema)]
struct ActivityItem {
    #[serde(flatten)]
    event: ListEvent_,
}
