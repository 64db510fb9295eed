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

/// What to browse. Several words stand between commas; a blank parameter is none.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BrowseParams {
    /// Words of genres, themes and demographics; at most 100. A title has one of the genres, one of
    /// the themes and one of the demographics among them.
    #[param(example = "action,sci-fi")]
    genre: Option<String>,
    /// Those of which it has none; at most 100.
    #[param(example = "horror")]
    without: Option<String>,
    /// Forms of publication.
    #[param(example = "tv,tv-special")]
    r#type: Option<String>,
    /// `upcoming`, `airing`, `finished`.
    #[param(example = "airing,upcoming")]
    status: Option<String>,
    /// `winter`, `spring`, `summer`, `fall`: when in a year it began.
    #[param(example = "fall")]
    season: Option<String>,
    /// The year in which it began, or a range of them: `2024`, `2010-2019`, `2020-`, `-1999`.
    #[param(example = "2010-2019")]
    year: Option<String>,
    /// The number of its episodes, or a range of them.
    #[param(example = "2-13")]
    episodes: Option<String>,
    /// Score of at least this, from 1 to 10.
    #[param(example = "7.5")]
    min_score: Option<String>,
    /// `popularity`, `score`, `favorites`, `newest`, `oldest` or `title`; the default is
    /// `popularity`.
    #[param(example = "score")]
    sort: Option<String>,
    /// `next` of the part before; good for the same filters and order only.
    cursor: Option<String>,
}

/// Titles by combined filters, 25 at a time, and what each further choice would leave.
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

/// The part at a cursor of the list, or the first, as JSON.
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
