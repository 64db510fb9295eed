//! `GET /api/v1/browse`

mod cursor;
mod query_params;

use std::sync::Arc;

use app::catalogue::browsing::BrowseResult;
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
    dto::browse::BrowsePage,
    error::{
        ApiError,
        responses::{Invalid, Unavailable},
    },
    state::CatalogueState,
};
use cursor::Cursor;
pub(crate) use query_params::BrowseQuery;

/// The parameters of browsing. Several words are separated by commas; a blank parameter counts as none.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BrowseParams {
    /// Genres, themes and demographics, at most 100. A title that matches has one of the genres, one of the themes and
    /// one of the demographics among them.
    #[param(example = "action,sci-fi")]
    genre: Option<String>,
    /// Genres, themes and demographics, at most 100, of which a title that matches has none.
    #[param(example = "horror")]
    without: Option<String>,
    /// Forms of publication, one of which a title that matches has.
    #[param(example = "tv,tv-special")]
    r#type: Option<String>,
    /// Airing statuses, one of which a title that matches has: `upcoming`, `airing`, `finished`.
    #[param(example = "airing,upcoming")]
    status: Option<String>,
    /// Seasons, in one of which a title that matches began: `winter`, `spring`, `summer`, `fall`.
    #[param(example = "fall")]
    season: Option<String>,
    /// The year in which a title that matches began, or a range of years: `2024`, `2010-2019`, `2020-`, `-1999`.
    #[param(example = "2010-2019")]
    year: Option<String>,
    /// The number of episodes of a title that matches, or a range of numbers.
    #[param(example = "2-13")]
    episodes: Option<String>,
    /// The lowest mean score of a title that matches, from 1 to 10.
    #[param(example = "7.5")]
    min_score: Option<String>,
    /// The order of the titles: `popularity`, `score`, `favorites`, `newest`, `oldest` or `title`; the default is
    /// `popularity`.
    #[param(example = "score")]
    sort: Option<String>,
    /// The `next` of the page before; valid for the same filters and order only.
    cursor: Option<String>,
}

/// Titles by combined filters, 25 a page, and how many titles each further choice would leave.
#[utoipa::path(
    get,
    path = "/browse",
    operation_id = "browse_anime",
    tag = "catalogue",
    params(BrowseParams),
    responses(
        (status = 200, body = BrowsePage),
        Invalid,
        Unavailable,
    ),
)]
pub(crate) async fn browse(
    State(state): State<Arc<CatalogueState>>,
    params: Result<Query<BrowseParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(params) =
        params.map_err(|_| ApiError::invalid("Please give each parameter only once."))?;
    let browse_query = BrowseQuery::read(&params).map_err(ApiError::invalid)?;
    let query = browse_query.query();
    let cursor = params.cursor.filter(|cursor| !cursor.is_empty());
    let after = match &cursor {
        Some(text) => Some(Cursor::read(text, &query).ok_or_else(foreign_cursor)?),
        None => None,
    };
    let revision = state.browsing.revision().await?;
    let name = format!("browse/{revision}/{query}/{}", cursor.unwrap_or_default());
    let make = async || page_json(&state, &browse_query, &query, after).await;
    shared_json(&state, name, make, &headers).await
}

fn foreign_cursor() -> ApiError {
    ApiError::invalid(
        "This list cannot be continued from there. Please begin it again, without the cursor.",
    )
}

/// The page of the list at a cursor, or the first page, as JSON.
pub(crate) async fn part(
    state: &CatalogueState,
    browse_query: &BrowseQuery,
    cursor: Option<&str>,
) -> Result<Vec<u8>> {
    let query = browse_query.query();
    let after = cursor.and_then(|cursor| Cursor::read(cursor, &query));
    page_json(state, browse_query, &query, after).await
}

async fn page_json(
    state: &CatalogueState,
    browse_query: &BrowseQuery,
    query: &str,
    after: Option<Cursor>,
) -> Result<Vec<u8>> {
    let after = after.map(Cursor::into_place);
    let browsed = state
        .browsing
        .page(&browse_query.filter, browse_query.sort, after.as_ref());
    let BrowseResult {
        items,
        total,
        next,
        facets,
        provenance,
    } = browsed.await?;
    json(&BrowsePage::new(
        items,
        total,
        next.map(|place| Cursor::from(place).write(query)),
        facets,
        provenance,
        &state.pictures,
    ))
}
