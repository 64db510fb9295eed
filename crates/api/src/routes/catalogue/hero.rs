//! `GET /api/v1/hero`

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};

use super::shared_json;
use crate::{
    dto::hero::Hero,
    error::{ApiError, responses::Unavailable},
    state::CatalogueState,
};

/// The slides of the home page's hero: what airs now and is rated best.
#[utoipa::path(
    get,
    path = "/hero",
    operation_id = "show_hero",
    tag = "catalogue",
    responses(
        (status = 200, body = Hero),
        Unavailable,
    ),
)]
pub(crate) async fn hero(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    shared_json(&state, "hero".into(), async || json(&state).await, &headers).await
}

/// The answer with all slides, as JSON.
pub(crate) async fn json(state: &CatalogueState) -> domain::Result<Vec<u8>> {
    super::json(&Hero::new(state.catalogue.hero().await?, &state.pictures))
}
