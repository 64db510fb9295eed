//! `GET /api/v1/anime`

use std::sync::Arc;

use app::catalogue::SearchText;
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::HeaderMap,
    response::Response,
};
use domain::Result;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{json, shared_json};
use crate::{
    dto::anime::AnimePage,
    error::{
        ApiError,
        responses::{Invalid, Unavailable},
    },
    state::CatalogueState,
};

/// The parameters of a list of titles.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// The name of a list; `popular` by default where there is no `search`.
    list: Option<ListName>,
    /// Any of a title's names, or what a user has typed of it; it replaces `list`.
    search: Option<String>,
    /// The number of the page of 25 titles, counted from 1; without it, the first page.
    #[param(minimum = 1, maximum = 10)]
    page: Option<u32>,
}

/// The name of a list.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ListName {
    /// The titles by popularity.
    Popular,
}

/// A page of titles: the most popular, or those that match a text.
#[utoipa::path(
    get,
    path = "/anime",
    operation_id = "list_anime",
    tag = "catalogue",
    params(ListParams),
    responses(
        (status = 200, body = AnimePage),
        Invalid,
        Unavailable,
    ),
)]
pub(crate) async fn list(
    State(state): State<Arc<CatalogueState>>,
    params: Result<Query<ListParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(params) = params.map_err(|_| {
        ApiError::invalid(
            "Please give list=popular or search=TEXT, and page as a number from 1 to 10.",
        )
    })?;
    let page = params.page.unwrap_or(1);
    let text = params.search.as_deref().map(SearchText::new);
    let make = async || match (&text, params.list) {
        (Some(text), _) => search(&state, text, page).await,
        (None, Some(ListName::Popular) | None) => popular(&state, page).await,
    };
    let name = match &text {
        Some(text) => search_name(&state, text, page),
        None => format!("popular/{page}"),
    };
    shared_json(&state, name, make, &headers).await
}

/// The name by which the answer to a search is cached: once there is another index, answers of an older one, or of
/// none, are not given any more.
pub(crate) fn search_name(state: &CatalogueState, text: &SearchText, page: u32) -> String {
    let indexed = state.catalogue.indexed_revision();
    format!("search/{indexed:?}/{page}/{}", text.as_str())
}

/// A page of the titles by popularity, as JSON.
pub(crate) async fn popular(state: &CatalogueState, page: u32) -> Result<Vec<u8>> {
    let page = state.catalogue.popular(page).await?;
    json(&AnimePage::new(page, &state.pictures))
}

/// A page of a search's results, as JSON.
pub(crate) async fn search(
    state: &CatalogueState,
    text: &SearchText,
    page: u32,
) -> Result<Vec<u8>> {
    let page = state.catalogue.search(text, page).await?;
    json(&AnimePage::new(page, &state.pictures))
}
