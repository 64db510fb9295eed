//! The library of a signed-in user: profile, watchlist, history, anime list, preferences.
//!
//! **Invariant:** the owner is the session's user; no address or body names one.

mod activity;
mod change;
mod entry;
mod exports;
mod imports;
mod list;
mod list_entries;
mod list_entry;
mod live;
mod preferences;
mod restore;
mod show;
mod statistics;
mod undo;

use axum::middleware;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::account::no_store;
use crate::state::Site;

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(show::show, change::change))
        .routes(routes!(entry::add, entry::remove))
        .routes(routes!(list::show, list_entries::edit))
        .routes(routes!(list_entry::edit, list_entry::remove))
        .routes(routes!(restore::restore))
        .merge(imports::routes())
        .merge(exports::routes())
        .merge(statistics::routes())
        .routes(routes!(activity::show))
        .routes(routes!(undo::undo))
        .routes(routes!(undo::undo_all))
        .routes(routes!(preferences::show, preferences::change))
        .routes(routes!(live::live))
        .layer(middleware::map_response(no_store))
}
