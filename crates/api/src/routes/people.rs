//! Pages of people.
//!
//! **Invariant:** what is not to be seen is answered as what is not there, byte for byte but for the request's id. An
//! answer for others names no version of the library; its `ETag` is a digest of what it says.

mod comparison;
mod list;
mod own;
mod page;
mod statistics;

use app::people::Asker;
use axum::{
    extract::{Query, rejection::QueryRejection},
    middleware,
};
use domain::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) use self::{list::first_json, page::json};
use super::account::no_store;
use crate::{
    error::ApiError,
    session::{MaybeSignedIn, SignedIn},
    state::Site,
};

/// Browsers revalidate each time, so that turning a page off holds at once. What the owner sees is nobody else's.
const CACHE_CONTROL: &str = "private, no-cache";

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(page::show))
        .routes(routes!(list::show))
        .routes(routes!(statistics::show))
        .routes(routes!(comparison::show))
        .merge(own_routes())
}

fn own_routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(own::show, own::put, own::delete))
        .routes(routes!(own::renew_link))
        .layer(middleware::map_response(no_store))
}

/// How somebody comes to a page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinkParams {
    /// The key of the page's link.
    link: Option<String>,
}

type LinkQuery = Result<Query<LinkParams>, QueryRejection>;

impl LinkParams {
    fn read(query: LinkQuery) -> Result<Self, ApiError> {
        let query = query.map_err(|_| ApiError::invalid("Please give `link` only once."));
        query.map(|Query(params)| params)
    }
}

/// Who asks, with the key of a link.
fn asker<'a>(MaybeSignedIn(signed_in): &'a MaybeSignedIn, key: Option<&'a str>) -> Asker<'a> {
    Asker {
        uid: signed_in.as_ref().map(SignedIn::uid),
        key,
    }
}

fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|e| Error::internal("writing a page", e))
}
