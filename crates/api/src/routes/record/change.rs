//! `PATCH /api/v1/me/record`

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::record::{ProfileForm, ProfileState},
    error::{ApiError, ChangeRefused, NotSignedIn, Problem},
    session::SignedIn,
    state::Site,
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
        (
            status = 400,
            description = "`invalid_request`: a text is too long",
            body = Problem,
            content_type = "application/problem+json",
        ),
        NotSignedIn,
        (status = 415, body = Problem, content_type = "application/problem+json"),
        ChangeRefused,
    ),
)]
pub(super) async fn change(
    State(site): State<Site>,
    SignedIn { current, .. }: SignedIn,
    JsonBody(form): JsonBody<ProfileForm>,
) -> Result<Json<ProfileState>, ApiError> {
    let change = form.into();
    let (written, profile) = site.records.set_profile(&current.user.uid, &change).await?;
    Ok(Json(ProfileState::new(written.version(), profile)))
}
