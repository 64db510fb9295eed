//! `POST /api/v1/reviews/{id}/report`

use std::sync::Arc;

use app::reviews::Writer;
use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::StatusCode,
};

use super::named;
use crate::{
    body::JsonBody,
    dto::reviews::ReportForm,
    error::{
        ApiError,
        responses::{
            ChangeErrors, Invalid, NotJson, NotSignedIn, OwnReview, TooManyOf, UnknownReview,
        },
    },
    session::{ClientInfo, SignedIn},
    state::ReviewState,
};

/// Reports somebody else's review. Another report of the same user replaces the first.
#[utoipa::path(
    post,
    path = "/reviews/{id}/report",
    operation_id = "report_review",
    tag = "reviews",
    security(("session" = [])),
    params(("id" = String, Path, description = "The review's name")),
    request_body = ReportForm,
    responses(
        (status = 204, description = "It is kept."),
        Invalid,
        NotSignedIn,
        UnknownReview,
        OwnReview,
        NotJson,
        TooManyOf,
        ChangeErrors,
    ),
)]
pub(super) async fn report(
    State(state): State<Arc<ReviewState>>,
    signed_in: SignedIn,
    ClientInfo(visitor): ClientInfo,
    id: Result<Path<String>, PathRejection>,
    JsonBody(form): JsonBody<ReportForm>,
) -> Result<StatusCode, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let writer = Writer {
        uid: signed_in.uid(),
        address: visitor.address,
    };
    let (id, report) = (named(&id)?, form.into());
    state.reviews.report(writer, &id, &report).await?;
    Ok(StatusCode::NO_CONTENT)
}
