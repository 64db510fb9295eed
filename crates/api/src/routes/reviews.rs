//! Reviews of titles: reading them, writing one's own, and voting on and reporting others'.
//!
//! **Invariant:** public answers do not depend on the reader, and are cached for a second. A user's own data are a
//! separate answer, which no cache stores.

mod list;
mod own;
mod preview;
mod report;
pub(crate) mod show;
mod vote;
mod written;

use axum::middleware;
use domain::review::ReviewId;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) use self::written::{WrittenParams, WrittenPart};
use super::account::no_store;
use crate::{error::ApiError, state::Site};

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    let of_users = OpenApiRouter::new()
        .routes(routes!(own::list))
        .routes(routes!(own::show, own::write, own::delete))
        .routes(routes!(preview::preview))
        .routes(routes!(vote::vote))
        .routes(routes!(report::report))
        .layer(middleware::map_response(no_store));
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(show::show))
        .merge(of_users)
}

/// Reads a review's id from an address.
fn named(id: &str) -> Result<ReviewId, ApiError> {
    ReviewId::parse(id).ok_or_else(ApiError::not_found)
}
