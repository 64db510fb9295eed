//! Public pages of users.
//!
//! **Invariant:** a page that the reader may not see gets the answer of a missing one, equal to the byte but for the
//! request's id. An answer for others contains no version of the library; its `ETag` is a digest of its content.

mod comparison;
mod list;
mod own;
mod page;
mod reviews;
mod statistics;
mod visible_page;

use axum::middleware;
use domain::{Error, Result};
use serde::Serialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) use self::{list::first_json, page::json, reviews::first_json as first_reviews_json};
use super::account::no_store;
use crate::state::Site;

/// The `Cache-Control` of answers about pages. Browsers revalidate each time, so that turning a page off holds at once,
/// and what the owner sees is nobody else's.
const CACHE_CONTROL: &str = "private, no-cache";

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(page::show))
        .routes(routes!(list::show))
        .routes(routes!(statistics::show))
        .routes(routes!(reviews::show))
        .routes(routes!(comparison::show))
        .merge(own_routes())
}

fn own_routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(own::show, own::put, own::delete))
        .routes(routes!(own::renew_link))
        .layer(middleware::map_response(no_store))
}

fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|e| Error::internal("writing a page", e))
}
