//! `GET /api/v1/me/activity`

use std::sync::Arc;

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
};
use domain::library::ActivityOf;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    dto::{activity::Activity, imports::SentNumber, list_edit::SentVersion, title_id::TitleId},
    error::{
        ApiError,
        responses::{Invalid, PrivateReadErrors},
    },
    session::SignedIn,
    state::LibraryState,
};

/// The number of changes in an answer: the default, and the largest.
const LIMITS: (u32, u32) = (50, 200);

/// The parameters of a list's activity.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ActivityParams {
    /// Answers with the changes before this version; without it, with the newest.
    #[param(value_type = Option<u64>)]
    before: Option<SentVersion>,
    /// Answers with the changes of this title alone.
    #[param(value_type = Option<u32>)]
    mal_id: Option<TitleId>,
    /// Answers only with the changes that the import of this number made.
    #[param(value_type = Option<u32>)]
    import: Option<SentNumber>,
    /// Answers only with the changes that undoing the import of this number made.
    #[param(value_type = Option<u32>)]
    undone_import: Option<SentNumber>,
    /// Answers only with the changes of the restore that made the change of this version. It must have had an `op_id`.
    #[param(value_type = Option<u64>)]
    restore: Option<SentVersion>,
    /// Whether all that an import wrote at once, that its undo did, or that a restore with an `op_id` did, is one item:
    /// the last change of it.
    together: Option<bool>,
    /// The largest number of changes in the answer.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
}

impl ActivityParams {
    /// The requested changes; `None` if more than one parameter selects them.
    fn of(&self) -> Option<ActivityOf> {
        let number = |it: SentNumber| it.0;
        let meant = [
            self.mal_id.as_ref().map(|id| ActivityOf::Title(id.0)),
            self.import.map(number).map(ActivityOf::Import),
            self.undone_import.map(number).map(ActivityOf::ImportUndo),
            self.restore.map(|it| ActivityOf::Restore(it.0)),
            (self.together == Some(true)).then_some(ActivityOf::Together),
        ];
        let mut meant = meant.into_iter().flatten();
        let of = meant.next().unwrap_or_default();
        meant.next().is_none().then_some(of)
    }
}

/// The changes of the user's list, newest first.
#[utoipa::path(
    get,
    path = "/me/activity",
    operation_id = "show_activity",
    tag = "list",
    security(("session" = [])),
    params(ActivityParams),
    responses((status = 200, body = Activity), Invalid, PrivateReadErrors),
)]
pub(super) async fn show(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Result<Query<ActivityParams>, QueryRejection>,
) -> Result<Json<Activity>, ApiError> {
    let (default, most) = LIMITS;
    let params = params.map(|Query(params)| params).ok();
    let limit = |params: &ActivityParams| params.limit.unwrap_or(default);
    let params = params.filter(|params| (1..=most).contains(&limit(params)));
    let params = params.and_then(|params| Some((params.of()?, params)));
    let (of, params) = params.ok_or_else(|| {
        ApiError::invalid(format!(
            "Please give before, mal_id, import, undone_import, restore and limit as numbers, limit from 1 to \
             {most}, and together as true or false; and only one of mal_id, import, undone_import, restore and \
             together."
        ))
    })?;
    let before = params.before.map(|version| version.0);
    let limit = limit(&params);
    // One more tells whether others follow
    let activity = state.lists.activity(signed_in.uid(), before, of, limit + 1);
    let activity = Activity::new(&activity.await?, limit as usize, &state.pictures);
    Ok(Json(activity))
}
