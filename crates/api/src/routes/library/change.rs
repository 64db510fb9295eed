//! `PATCH /api/v1/me/record`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::library::{ProfileForm, ProfileState},
    error::{
        ApiError,
        responses::{ChangeErrors, Invalid, NotJson, NotSignedIn},
    },
    session::SignedIn,
    state::LibraryState,
};

/// Changes the user's name and texts, all of them or none.
#[utoipa::path(
    patch,
    path = "/me/record",
    operation_id = "change_profile",
    tag = "record",
    security(("session" = [])),
    request_body = ProfileForm,
    responses(
        (status = 200, body = ProfileState),
        Invalid,
        NotSignedIn,
        NotJson,
        ChangeErrors,
    ),
)]
pub(super) async fn change(
    State(state): State<Arc<LibraryState>>,
    SignedIn { current, .. }: SignedIn,
    JsonBody(form): JsonBody<ProfileForm>,
) -> Result<Json<ProfileState>, ApiError> {
    let change = form.into();
    let (written, profile) = state
        .libraries
        .set_profile(&current.user.uid, &change)
        .await?;
    Ok(Json(ProfileState::new(written.version(), profile)))
}
