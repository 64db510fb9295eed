//! `GET /api/v1/suggest`

use std::sync::Arc;

use app::catalogue::SearchText;
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::HeaderMap,
    response::Response,
};
use domain::Result;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{json, shared_json};
use crate::{
    dto::suggestions::Suggestions,
    error::{
        ApiError,
        responses::{Invalid, Unavailable},
    },
    state::CatalogueState,
};

/// The parameter of suggestions.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SuggestParams {
    /// The text that a user has typed: the beginning of any of a title's names, or of a word in a person's or a
    /// character's.
    q: String,
}

/// Suggested titles, people and characters for what a user is typing.
#[utoipa::path(
    get,
    path = "/suggest",
    operation_id = "suggest_anime",
    tag = "catalogue",
    params(SuggestParams),
    responses(
        (status = 200, body = Suggestions),
        Invalid,
        Unavailable,
    ),
)]
pub(crate) async fn suggest(
    State(state): State<Arc<CatalogueState>>,
    params: Result<Query<SuggestParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(SuggestParams { q }) =
        params.map_err(|_| ApiError::invalid("Please say what is typed: q=TEXT."))?;
    let text = SearchText::new(&q);
    let indexed = state.catalogue.indexed_revision();
    let name = format!("suggest/{indexed:?}/{}", text.as_str());
    let make = async || suggestions(&state, &text).await;
    shared_json(&state, name, make, &headers).await
}

/// The suggestions for a text, as JSON.
pub(crate) async fn suggestions(state: &CatalogueState, text: &SearchText) -> Result<Vec<u8>> {
    let is_indexed = state.catalogue.indexed_revision().is_some();
    let titles = state.catalogue.suggest(text).await?;
    let names = state.extras.suggest(text).await?;
    json(&Suggestions::new(
        titles,
        names,
        is_indexed,
        &state.pictures,
    ))
}
