//! Browsing the catalogue.

pub(crate) mod browse;
pub(crate) mod credits;
pub(crate) mod extras;
pub(crate) mod hero;
pub(crate) mod list;
pub(crate) mod name_search;
pub(crate) mod ratings;
pub(crate) mod suggest;
pub(crate) mod title;

use axum::{http::HeaderMap, response::Response};
use domain::{Error, Result};
use serde::Serialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    encoded::Encoded,
    error::ApiError,
    state::{CatalogueState, Site},
};

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(browse::browse))
        .routes(routes!(title::title))
        .routes(routes!(ratings::ratings))
        .routes(routes!(suggest::suggest))
        .routes(routes!(hero::hero))
        .merge(beside_titles())
}

/// The routes of the sections of titles, and of people and characters.
fn beside_titles() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(extras::characters))
        .routes(routes!(extras::staff))
        .routes(routes!(extras::episodes))
        .routes(routes!(extras::videos))
        .routes(routes!(extras::recommendations))
        .routes(routes!(extras::statistics))
        .routes(routes!(extras::pictures))
        .routes(routes!(extras::news))
        .routes(routes!(extras::themes))
        .routes(routes!(extras::links))
        .routes(routes!(name_search::people))
        .routes(routes!(name_search::characters))
        .routes(routes!(credits::person))
        .routes(routes!(credits::voice_roles))
        .routes(routes!(credits::staff_credits))
        .routes(routes!(credits::character))
        .routes(routes!(credits::appearances))
}

/// JSON that is the same for every visitor: cached under `name`, and by browsers, which revalidate it
/// each time.
async fn shared_json(
    state: &CatalogueState,
    name: String,
    make: impl AsyncFnOnce() -> Result<Vec<u8>>,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let make = async || Encoded::new("application/json", "no-cache", make().await?);
    Ok(state.shared.get(name, make).await?.respond(headers))
}

/// Writes an answer's body as JSON.
pub(crate) fn json<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|e| Error::internal("writing an answer", e))
}
