//! `POST /api/v1/reviews/{id}/vote`

use std::sync::Arc;

use app::reviews::Writer;
use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};

use super::named;
use crate::{
    body::JsonBody,
    dto::reviews::{ReviewVote, ReviewVoteForm},
    error::{
        ApiError,
        responses::{
            ChangeErrors, Invalid, NotJson, NotSignedIn, OwnReview, TooManyOf, UnknownReview,
        },
    },
    session::{ClientInfo, SignedIn},
    state::ReviewState,
};

/// Says whether somebody else's review has helped the user. Repeating a vote changes nothing.
#[utoipa::path(
    post,
    path = "/reviews/{id}/vote",
    operation_id = "vote_on_review",
    tag = "reviews",
    security(("session" = [])),
    params(("id" = String, Path, description = "The review's name")),
    request_body = ReviewVoteForm,
    responses(
        (status = 200, body = ReviewVote),
        Invalid,
        NotSignedIn,
        UnknownReview,
        OwnReview,
        NotJson,
        TooManyOf,
        ChangeErrors,
    ),
)]
pub(super) async fn vote(
    State(state): State<Arc<ReviewState>>,
    signed_in: SignedIn,
    ClientInfo(visitor): ClientInfo,
    id: Result<Path<String>, PathRejection>,
    JsonBody(ReviewVoteForm { helpful }): JsonBody<ReviewVoteForm>,
) -> Result<Json<ReviewVote>, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let writer = Writer {
        uid: signed_in.uid(),
        address: visitor.address,
    };
    let votes = state.reviews.vote(writer, &named(&id)?, helpful).await?;
    Ok(Json(ReviewVote { helpful, votes }))
}
