//! Sections of a title's page: `GET /api/v1/anime/{id}/characters` and the like

use std::{collections::HashSet, sync::Arc};

use app::catalogue::extras::MAX_PAGE;
use axum::{
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    http::HeaderMap,
    response::Response,
};
use domain::anime::{Images, MalId};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{json, shared_json};
use crate::{
    dto::{
        extras::{CastPart, EpisodePart, Links, RecommendationPart, StaffPart, Themes},
        news::NewsPart,
        stills::PicturePart,
        videos::VideoPart,
        viewer_counts::ViewerCountsBody,
    },
    error::{
        ApiError,
        responses::{Invalid, NotFound, Unavailable},
    },
    state::CatalogueState,
};

/// The parameter of a list in pages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageParams {
    /// The page's number, counted from 1; without it, the first page.
    #[param(minimum = 1, maximum = 500)]
    page: Option<u32>,
}

/// Reads the number of the requested page.
pub(super) fn page_of(params: Result<Query<PageParams>, QueryRejection>) -> Result<u32, ApiError> {
    let asked = params.ok().map(|Query(params)| params.page.unwrap_or(1));
    let page = asked.filter(|page| (1..=MAX_PAGE).contains(page));
    page.ok_or_else(|| {
        ApiError::invalid(format!(
            "Please give page as a number from 1 to {MAX_PAGE}."
        ))
    })
}

pub(super) type Id = Result<Path<u32>, PathRejection>;
pub(super) type AskedPage = Result<Query<PageParams>, QueryRejection>;

pub(super) fn number(id: Id) -> Result<u32, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    Ok(id)
}

/// The characters in a title, 24 a page: main parts first, then by favourites.
#[utoipa::path(
    get,
    path = "/anime/{id}/characters",
    operation_id = "list_characters",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList"), PageParams),
    responses((status = 200, body = CastPart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn characters(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (MalId::new(number(id)?), page_of(page)?);
    let make = async || {
        let cast = state.extras.cast(id, page).await?;
        json(&CastPart::new(cast, &state.pictures))
    };
    shared_json(&state, format!("characters/{id}/{page}"), make, &headers).await
}

/// A title's staff, 24 a page.
#[utoipa::path(
    get,
    path = "/anime/{id}/staff",
    operation_id = "list_staff",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList"), PageParams),
    responses((status = 200, body = StaffPart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn staff(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (MalId::new(number(id)?), page_of(page)?);
    let make = async || {
        let staff = state.extras.staff(id, page).await?;
        json(&StaffPart::new(staff, &state.pictures))
    };
    shared_json(&state, format!("staff/{id}/{page}"), make, &headers).await
}

/// A title's episodes by number, 50 a page.
#[utoipa::path(
    get,
    path = "/anime/{id}/episodes",
    operation_id = "list_episodes",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList"), PageParams),
    responses((status = 200, body = EpisodePart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn episodes(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (MalId::new(number(id)?), page_of(page)?);
    let make = async || {
        let episodes = state.extras.episodes(id, page).await?;
        json(&EpisodePart::new(episodes, &state.pictures))
    };
    shared_json(&state, format!("episodes/{id}/{page}"), make, &headers).await
}

/// A title's trailers and other videos, 24 a page.
#[utoipa::path(
    get,
    path = "/anime/{id}/videos",
    operation_id = "list_videos",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList"), PageParams),
    responses((status = 200, body = VideoPart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn videos(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (MalId::new(number(id)?), page_of(page)?);
    let make = async || {
        let videos = state.extras.videos(id, page).await?;
        json(&VideoPart::new(videos, &state.pictures))
    };
    shared_json(&state, format!("videos/{id}/{page}"), make, &headers).await
}

/// The titles that people recommend to those who liked this one, 24 a page, the most recommended first; only titles
/// that the catalogue holds.
#[utoipa::path(
    get,
    path = "/anime/{id}/recommendations",
    operation_id = "list_recommendations",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList"), PageParams),
    responses((status = 200, body = RecommendationPart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn recommendations(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (MalId::new(number(id)?), page_of(page)?);
    let make = async || {
        let recommended = state.extras.recommendations(id, page).await?;
        json(&RecommendationPart::new(recommended, &state.pictures))
    };
    shared_json(&state, format!("recommended/{id}/{page}"), make, &headers).await
}

/// A title's pictures other than its poster, 24 a page; only those that can be shown.
#[utoipa::path(
    get,
    path = "/anime/{id}/pictures",
    operation_id = "list_pictures",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList"), PageParams),
    responses((status = 200, body = PicturePart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn pictures(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (MalId::new(number(id)?), page_of(page)?);
    let make = async || {
        // Some differ in what is not shown
        let mut seen = HashSet::new();
        let shown = |picture: &Images| {
            let still = state.pictures.still(id, picture);
            still.filter(|still| seen.insert(still.whole.clone()))
        };
        let pictures = state.extras.pictures(id, page, shown).await?;
        json(&PicturePart::new(pictures, &state.pictures))
    };
    shared_json(&state, format!("pictures/{id}/{page}"), make, &headers).await
}

/// Links to news about a title, 24 a page.
#[utoipa::path(
    get,
    path = "/anime/{id}/news",
    operation_id = "list_news",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList"), PageParams),
    responses((status = 200, body = NewsPart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn news(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (MalId::new(number(id)?), page_of(page)?);
    let make = async || {
        let news = state.extras.news(id, page).await?;
        json(&NewsPart::new(news, &state.pictures))
    };
    shared_json(&state, format!("news/{id}/{page}"), make, &headers).await
}

/// The numbers of a title's viewers at the source, by status, and of the scores that they gave.
#[utoipa::path(
    get,
    path = "/anime/{id}/statistics",
    operation_id = "show_viewer_counts",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList")),
    responses((status = 200, body = ViewerCountsBody), NotFound, Unavailable),
)]
pub(crate) async fn statistics(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = MalId::new(number(id)?);
    let make = async || {
        json(&ViewerCountsBody::from(
            state.extras.viewer_counts(id).await?,
        ))
    };
    shared_json(&state, format!("viewers/{id}"), make, &headers).await
}

/// A title's opening and ending themes.
#[utoipa::path(
    get,
    path = "/anime/{id}/themes",
    operation_id = "list_themes",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList")),
    responses((status = 200, body = Themes), NotFound, Unavailable),
)]
pub(crate) async fn themes(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = MalId::new(number(id)?);
    let make = async || json(&Themes::from(state.catalogue.listed(id).await?.anime));
    shared_json(&state, format!("themes/{id}"), make, &headers).await
}

/// Links to streaming services that have a title, according to its source, and to pages about it.
#[utoipa::path(
    get,
    path = "/anime/{id}/links",
    operation_id = "list_links",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList")),
    responses((status = 200, body = Links), NotFound, Unavailable),
)]
pub(crate) async fn links(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = MalId::new(number(id)?);
    let make = async || json(&Links::from(state.catalogue.listed(id).await?.anime));
    shared_json(&state, format!("links/{id}"), make, &headers).await
}
