//! `POST /api/v1/reviews/preview`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::reviews::{ReviewPreview, ReviewPreviewForm},
    error::{
        ApiError,
        responses::{ChangeErrors, Invalid, NotJson, NotSignedIn},
    },
    session::SignedIn,
    state::ReviewState,
};

/// The preview of a text, as readers of a review would see it. The text is not stored.
#[utoipa::path(
    post,
    path = "/reviews/preview",
    operation_id = "preview_review",
    tag = "reviews",
    security(("session" = [])),
    request_body = ReviewPreviewForm,
    responses(
        (status = 200, body = ReviewPreview),
        Invalid,
        NotSignedIn,
        NotJson,
        ChangeErrors,
    ),
)]
pub(super) async fn preview(
    State(state): State<Arc<ReviewState>>,
    signed_in: SignedIn,
    JsonBody(form): JsonBody<ReviewPreviewForm>,
) -> Result<Json<ReviewPreview>, ApiError> {
    let text = app::reviews::cleaned(&form.text)?;
    let links_wait = state.reviews.links_wait_until(&signed_in.current.user);
    Ok(Json(ReviewPreview::of(&text, links_wait)))
}
