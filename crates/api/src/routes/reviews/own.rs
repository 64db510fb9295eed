//! `GET /api/v1/me/reviews`; `GET`, `PUT` and `DELETE /api/v1/me/reviews/{mal_id}`

use std::sync::Arc;

use app::reviews::Writer;
use axum::{
    Json,
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
};
use domain::review::DELETED_REVIEW_LIFE;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    body::JsonBody,
    dto::{
        given::TitleId,
        reviews::{DeletedReview, OwnReview, OwnReviewState, OwnReviews, ReviewForm},
    },
    error::{
        ApiError,
        responses::{
            ChangeErrors, Invalid, NotJson, NotSignedIn, PrivateReadErrors, TooManyOf, UnknownTitle,
        },
    },
    session::{ClientInfo, SignedIn},
    state::ReviewState,
};

/// Reviews of an answer by default, and at most.
const LIMITS: (u32, u32) = (20, 50);

/// Which of the user's reviews.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OwnReviewParams {
    /// `next` of the part before; without it, the newest.
    before: Option<String>,
    /// So many at most.
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: Option<u32>,
}

/// The user's reviews, newest first, hidden ones included.
#[utoipa::path(
    get,
    path = "/me/reviews",
    operation_id = "list_own_reviews",
    tag = "reviews",
    security(("session" = [])),
    params(OwnReviewParams),
    responses((status = 200, body = OwnReviews), Invalid, PrivateReadErrors),
)]
pub(super) async fn list(
    State(state): State<Arc<ReviewState>>,
    signed_in: SignedIn,
    params: Result<Query<OwnReviewParams>, QueryRejection>,
) -> Result<Json<OwnReviews>, ApiError> {
    let (default, most) = LIMITS;
    let sentence = || {
        ApiError::invalid(format!(
            "Please give limit as a number from 1 to {most}, and before as it was given."
        ))
    };
    let Query(params) = params.map_err(|_| sentence())?;
    let limit = params.limit.unwrap_or(default);
    if !(1..=most).contains(&limit) {
        return Err(sentence());
    }
    let before = params.before.as_deref();
    let before = before.map(|text| OwnReviews::position(text).ok_or_else(sentence));
    // One more tells whether others follow
    let own = state
        .reviews
        .own(signed_in.uid(), before.transpose()?, limit + 1);
    let own = OwnReviews::new(own.await?, limit as usize, &state.pictures);
    Ok(Json(own))
}

/// What the user has to do with a title's reviews: the own one, votes and reports.
#[utoipa::path(
    get,
    path = "/me/reviews/{mal_id}",
    operation_id = "show_own_review",
    tag = "reviews",
    security(("session" = [])),
    params(("mal_id" = u32, Path, description = "Id on MyAnimeList")),
    responses((status = 200, body = OwnReviewState), Invalid, UnknownTitle, PrivateReadErrors),
)]
pub(super) async fn show(
    State(state): State<Arc<ReviewState>>,
    signed_in: SignedIn,
    id: Result<Path<TitleId>, PathRejection>,
) -> Result<Json<OwnReviewState>, ApiError> {
    let TitleId(title) = TitleId::of(id)?;
    let own = state.reviews.own_standing(signed_in.uid(), title).await?;
    Ok(Json(own.into()))
}

/// Writes the user's review of a title, or changes it. One that was deleted a while ago comes back with its votes; with the
/// same text it is as it was.
#[utoipa::path(
    put,
    path = "/me/reviews/{mal_id}",
    operation_id = "write_review",
    tag = "reviews",
    security(("session" = [])),
    params(("mal_id" = u32, Path, description = "Id on MyAnimeList")),
    request_body = ReviewForm,
    responses(
        (status = 200, body = OwnReview),
        Invalid,
        NotSignedIn,
        UnknownTitle,
        NotJson,
        TooManyOf,
        ChangeErrors,
    ),
)]
pub(super) async fn write(
    State(state): State<Arc<ReviewState>>,
    signed_in: SignedIn,
    ClientInfo(visitor): ClientInfo,
    id: Result<Path<TitleId>, PathRejection>,
    JsonBody(form): JsonBody<ReviewForm>,
) -> Result<Json<OwnReview>, ApiError> {
    let TitleId(title) = TitleId::of(id)?;
    let writer = Writer {
        uid: signed_in.uid(),
        address: visitor.address,
    };
    let written = state.reviews.write(writer, title, &form.into()).await?;
    Ok(Json(OwnReview::new(written)))
}

/// Deletes the user's review of a title, if there is one. It can be had back for a day.
#[utoipa::path(
    delete,
    path = "/me/reviews/{mal_id}",
    operation_id = "delete_review",
    tag = "reviews",
    security(("session" = [])),
    params(("mal_id" = u32, Path, description = "Id on MyAnimeList")),
    responses((status = 200, body = DeletedReview), Invalid, NotSignedIn, ChangeErrors),
)]
pub(super) async fn delete(
    State(state): State<Arc<ReviewState>>,
    signed_in: SignedIn,
    id: Result<Path<TitleId>, PathRejection>,
) -> Result<Json<DeletedReview>, ApiError> {
    let TitleId(title) = TitleId::of(id)?;
    state.reviews.delete(signed_in.uid(), title).await?;
    let until = state.reviews.now() + DELETED_REVIEW_LIFE;
    let restorable_until = until.to_string();
    Ok(Json(DeletedReview { restorable_until }))
}
