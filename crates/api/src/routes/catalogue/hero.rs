//! `GET /api/v1/hero`

use axum::{extract::State, http::HeaderMap, response::Response};

use super::shared_json;
use crate::{
    dto::hero::Hero,
    error::{ApiError, Problem},
    state::Site,
};

/// What airs now and is rated best.
#[utoipa::path(
    get,
    path = "/hero",
    operation_id = "show_hero",
    tag = "catalogue",
    responses(
        (status = 200, body = Hero),
        (status = 503, body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn hero(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    shared_json(&site, "hero".into(), json(&site), &headers).await
}

/// All slides, as JSON.
pub(crate) async fn json(site: &Site) -> domain::Result<Vec<u8>> {
    super::json(&Hero::new(site.catalogue.hero().await?, &site.pictures))
}
