//! The library of a signed-in user: profile, watchlist, history.
//!
//! **Invariant:** the owner is the session's user; no address or body names one.

mod change;
mod entry;
mod live;
mod show;

use axum::middleware;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::account::no_store;
use crate::state::Site;

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(show::show, change::change))
        .routes(routes!(entry::add, entry::remove))
        .routes(routes!(live::live))
        .layer(middleware::map_response(no_store))
}
