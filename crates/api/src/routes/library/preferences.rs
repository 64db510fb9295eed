//! `GET` and `PATCH /api/v1/me/preferences`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::preferences::{Preferences, PreferencesForm},
    error::{
        ApiError,
        responses::{ChangeErrors, Invalid, NotJson, NotSignedIn, PrivateReadErrors},
    },
    session::SignedIn,
    state::LibraryState,
};

/// The user's preferences.
#[utoipa::path(
    get,
    path = "/me/preferences",
    operation_id = "show_preferences",
    tag = "list",
    security(("session" = [])),
    responses((status = 200, body = Preferences), PrivateReadErrors),
)]
pub(super) async fn show(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
) -> Result<Json<Preferences>, ApiError> {
    let preferences = state.lists.preferences(signed_in.uid()).await?;
    Ok(Json(preferences.into()))
}

/// Changes the user's preferences, and answers with all of them.
#[utoipa::path(
    patch,
    path = "/me/preferences",
    operation_id = "change_preferences",
    tag = "list",
    security(("session" = [])),
    request_body = PreferencesForm,
    responses(
        (status = 200, body = Preferences),
        Invalid,
        NotSignedIn,
        NotJson,
        ChangeErrors,
    ),
)]
pub(super) async fn change(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    JsonBody(form): JsonBody<PreferencesForm>,
) -> Result<Json<Preferences>, ApiError> {
    let changed = state.lists.set_preferences(signed_in.uid(), form.into());
    Ok(Json(changed.await?.1.into()))
}
