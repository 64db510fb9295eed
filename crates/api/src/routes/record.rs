//! What a signed-in user keeps: profile, watchlist, history.
//!
//! **Invariant:** the owner is the session's user; no address or body names one.

mod change;
mod history;
mod live;
mod show;
mod watchlist;

use axum::{
    Json,
    extract::{Path, rejection::PathRejection},
    middleware,
};
use domain::{anime::MalId, record::List};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::account::never_kept;
use crate::{dto::record::RecordVersion, error::ApiError, session::SignedIn, state::Site};

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(show::show, change::change))
        .routes(routes!(
            watchlist::add_to_watchlist,
            watchlist::remove_from_watchlist
        ))
        .routes(routes!(
            history::add_to_history,
            history::remove_from_history
        ))
        .routes(routes!(live::live))
        .layer(middleware::map_response(never_kept))
}

/// A title's number in an address.
type Title = Result<Path<u32>, PathRejection>;

fn id(title: Title) -> Result<MalId, ApiError> {
    let Path(id) = title.map_err(|_| ApiError::invalid("Please give a title by its number."))?;
    Ok(MalId::new(id))
}

/// Puts a title on a list.
async fn add(
    site: &Site,
    owner: &SignedIn,
    list: List,
    title: Title,
) -> Result<Json<RecordVersion>, ApiError> {
    let uid = &owner.current.user.uid;
    let version = site.records.add(uid, list, id(title)?).await?;
    Ok(Json(RecordVersion { version }))
}

/// Takes a title off a list.
async fn remove(
    site: &Site,
    owner: &SignedIn,
    list: List,
    title: Title,
) -> Result<Json<RecordVersion>, ApiError> {
    let uid = &owner.current.user.uid;
    let version = site.records.remove(uid, list, id(title)?).await?;
    Ok(Json(RecordVersion { version }))
}
