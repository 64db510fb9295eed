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

use super::WrittenParams;
use crate::{
    body::JsonBody,
    dto::{
        reviews::{DeletedReview, OwnReview, OwnReviewState, OwnReviews, ReviewForm},
        title_id::TitleId,
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

/// The user's reviews, newest first, hidden ones included.
#[utoipa::path(
    get,
    path = "/me/reviews",
    operation_id = "list_own_reviews",
    tag = "reviews",
    security(("session" = [])),
    params(WrittenParams),
    responses((status = 200, body = OwnReviews), Invalid, PrivateReadErrors),
)]
pub(super) async fn list(
    State(state): State<Arc<ReviewState>>,
    signed_in: SignedIn,
    params: Result<Query<WrittenParams>, QueryRejection>,
) -> Result<Json<OwnReviews>, ApiError> {
    let (before, limit) = WrittenParams::read(params)?;
    // One more tells whether others follow
    let own = state
        .reviews
        .own(signed_in.uid(), before, limit + 1)
        .await?;
    let links_wait = state.reviews.links_wait_until(&signed_in.current.user);
    let own = OwnReviews::new(own, limit, links_wait, &state.pictures);
    Ok(Json(own))
}

/// The user's own review, votes and reports among a title's reviews.
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
    let links_wait = state.reviews.links_wait_until(&signed_in.current.user);
    Ok(Json(OwnReviewState::new(own, links_wait)))
}

/// Writes the user's review of a title, or changes it. One that was deleted less than a day ago comes back with its
/// votes; with the same text it is as it was.
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
    let links_wait = state.reviews.links_wait_until(&signed_in.current.user);
    Ok(Json(OwnReview::new(written, links_wait)))
}

/// Deletes the user's review of a title, if there is one. It can be restored for a day.
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
