//! `GET /api/v1/anime/{key}`

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{Error, catalogue::AnimeKey};

use super::shared_json;
use crate::{
    dto::title::AnimeDetails,
    error::{ApiError, Problem},
    state::Site,
};

/// One title, complete.
#[utoipa::path(
    get,
    path = "/anime/{key}",
    operation_id = "show_anime",
    tag = "catalogue",
    params(("key" = String, Path, description = "Id on MyAnimeList, or the title's slug")),
    responses(
        (status = 200, body = AnimeDetails),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn title(
    State(site): State<Site>,
    key: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(key) = key.map_err(|_| ApiError::not_found())?;
    let name = format!("title/{}", key.to_ascii_lowercase());
    shared_json(&site, name, json(&site, &key), &headers).await
}

/// A title, as JSON.
pub(crate) async fn json(site: &Site, key: &str) -> domain::Result<Vec<u8>> {
    let key = AnimeKey::parse(key).ok_or(Error::NotFound("This title"))?;
    let record = site.catalogue.title(&key).await?;
    super::json(&AnimeDetails::new(record, &site.pictures))
}
