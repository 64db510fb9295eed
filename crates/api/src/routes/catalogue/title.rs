//! `GET /api/v1/anime/{key}`

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{Error, catalogue::AnimeKey, rating::ShownRatings};

use super::shared_json;
use crate::{
    dto::title::AnimeDetails,
    error::{
        ApiError,
        responses::{NotFound, Unavailable},
    },
    state::CatalogueState,
};

/// A title, with all facts that its page shows.
#[utoipa::path(
    get,
    path = "/anime/{key}",
    operation_id = "show_anime",
    tag = "catalogue",
    params(("key" = String, Path, description = "Id on MyAnimeList, or the title's slug")),
    responses(
        (status = 200, body = AnimeDetails),
        NotFound,
        Unavailable,
    ),
)]
pub(crate) async fn title(
    State(state): State<Arc<CatalogueState>>,
    key: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(key) = key.map_err(|_| ApiError::not_found())?;
    let name = format!("title/{}", key.to_ascii_lowercase());
    shared_json(
        &state,
        name,
        async || Ok(read(&state, &key).await?.body),
        &headers,
    )
    .await
}

/// The answer about a title, and the ratings in it.
pub(crate) struct Title {
    /// The answer's body, as JSON.
    pub(crate) body: Vec<u8>,
    /// The ratings of the title by Mitai's users, as far as they are shown.
    pub(crate) own_ratings: ShownRatings,
}

/// Reads a title by its id or slug.
pub(crate) async fn read(state: &CatalogueState, key: &str) -> domain::Result<Title> {
    let key = AnimeKey::parse(key).ok_or(Error::NotFound("This title"))?;
    let record = state.catalogue.title(&key).await?;
    let id = record.anime.mal_id;
    let known = state.extras.known(id).await?;
    let ratings = state.ratings.of(id).await?;
    let own_ratings = ratings.map(|it| it.own).unwrap_or_default();
    let details = AnimeDetails::new(record, &known, &own_ratings, &state.pictures);
    let body = super::json(&details)?;
    Ok(Title { body, own_ratings })
}
