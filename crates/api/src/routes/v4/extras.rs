//! Extras of a title: `GET /v4/anime/{id}/characters` and the like
//!
//! An extra that no source has stated yet is empty, and the built-in catalogue has a selection only: both are cached
//! briefly.

use std::sync::Arc;

use axum::{
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{
    anime::MalId,
    extras::{MAX_ITEMS, Stated},
    provenance::Provenance,
    slice::SliceRange,
};

use super::{
    answer::{Body, CachePolicy, answer},
    error::JikanError,
    params::{SentId, number, page_within},
};
use crate::{
    dto::v4::{
        CastMember, Data, Episode, EpisodeVideo, News, Recommendation, ScrapedPage, SingleEpisode,
        StaffMember, Statistics, Videos,
    },
    state::CatalogueState,
};

/// The number of episodes, or of their videos, on a page, as on MyAnimeList.
const EPISODES: u32 = 100;
/// The number of news articles on a page.
const NEWS: u32 = 20;

/// The stated value and its source; an empty value where no source has stated one.
fn stated_or_nothing<T: Default>(found: Option<Stated<T>>) -> (T, Option<Provenance>) {
    match found {
        Some(Stated { value, provenance }) => (value, Some(provenance)),
        None => (T::default(), None),
    }
}

/// Page `page` of a list that is stored as a whole.
fn page_of<T>(all: &[T], page: u32, size: u32) -> impl Iterator<Item = &T> {
    let before = (page - 1).saturating_mul(size) as usize;
    all.iter().skip(before).take(size as usize)
}

fn length<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).unwrap_or(u32::MAX)
}

/// Answers with a part of a title, which is cached under `name`.
async fn part(
    state: &CatalogueState,
    name: String,
    make: impl AsyncFnOnce() -> domain::Result<Body>,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let name = format!("v4/anime/{name}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

/// The characters in a title, with their voice actors.
pub(super) async fn characters(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let make = async || {
        let (cast, by) = stated_or_nothing(state.extras.full_cast(id).await?);
        let data: Vec<CastMember<'_>> = cast.iter().map(CastMember::from).collect();
        Body::stated(&Data { data }, by.as_ref())
    };
    part(&state, format!("{id}/characters"), make, &headers).await
}

/// A title's staff.
pub(super) async fn staff(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let make = async || {
        let (staff, by) = stated_or_nothing(state.extras.full_staff(id).await?);
        let data: Vec<StaffMember<'_>> = staff.iter().filter_map(StaffMember::of).collect();
        Body::stated(&Data { data }, by.as_ref())
    };
    part(&state, format!("{id}/staff"), make, &headers).await
}

/// A page of a title's episodes.
pub(super) async fn episodes(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let page = page_within(query.as_deref(), MAX_ITEMS, EPISODES)?;
    let make = async || {
        let span = SliceRange::page(page, EPISODES);
        let (episodes, by) = stated_or_nothing(state.extras.some_episodes(id, span).await?);
        let data: Vec<Episode<'_>> = episodes.items.iter().map(Episode::from).collect();
        let page = ScrapedPage::of(data, episodes.total, page, EPISODES);
        Body::stated(&page, by.as_ref())
    };
    part(&state, format!("{id}/episodes/page/{page}"), make, &headers).await
}

/// One episode of a title.
pub(super) async fn episode(
    State(state): State<Arc<CatalogueState>>,
    path: Result<Path<(String, String)>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let Path((id, episode)) = path.map_err(|_| JikanError::not_found())?;
    let id = MalId::new(number(Ok(Path(id)))?);
    let episode = number(Ok(Path(episode)))?;
    let make = async || {
        let found = state.extras.episode(id, episode).await?;
        let data = SingleEpisode::from(&found.value);
        Body::stated(&Data { data }, Some(&found.provenance))
    };
    part(&state, format!("{id}/episodes/{episode}"), make, &headers).await
}

/// A page of links to news about a title.
pub(super) async fn news(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let page = page_within(query.as_deref(), MAX_ITEMS, NEWS)?;
    let make = async || {
        let (news, by) = stated_or_nothing(state.extras.full_news(id).await?);
        let data: Vec<News<'_>> = page_of(&news, page, NEWS).map(News::from).collect();
        let page = ScrapedPage::of(data, length(&news), page, NEWS);
        Body::stated(&page, by.as_ref())
    };
    part(&state, format!("{id}/news/{page}"), make, &headers).await
}

/// A title's videos.
pub(super) async fn videos(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let make = async || {
        let (videos, by) = stated_or_nothing(state.extras.full_videos(id).await?);
        let data = Videos::from(videos.as_slice());
        Body::stated(&Data { data }, by.as_ref())
    };
    part(&state, format!("{id}/videos"), make, &headers).await
}

/// A page of the videos of a title's episodes.
pub(super) async fn episode_videos(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let page = page_within(query.as_deref(), MAX_ITEMS, EPISODES)?;
    let make = async || {
        let (videos, by) = stated_or_nothing(state.extras.full_videos(id).await?);
        let episodes = EpisodeVideo::all(&videos);
        let data: Vec<&EpisodeVideo<'_>> = page_of(&episodes, page, EPISODES).collect();
        let page = ScrapedPage::of(data, length(&episodes), page, EPISODES);
        Body::stated(&page, by.as_ref())
    };
    part(&state, format!("{id}/videos/{page}"), make, &headers).await
}

/// A title's pictures.
pub(super) async fn pictures(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let make = async || {
        let (data, by) = stated_or_nothing(state.extras.full_pictures(id).await?);
        Body::stated(&Data { data }, by.as_ref())
    };
    part(&state, format!("{id}/pictures"), make, &headers).await
}

/// The numbers of a title's viewers at the source.
pub(super) async fn statistics(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let make = async || {
        let (counts, by) = stated_or_nothing(state.extras.viewer_counts(id).await?);
        let data = Statistics::from(&counts);
        Body::stated(&Data { data }, by.as_ref())
    };
    part(&state, format!("{id}/statistics"), make, &headers).await
}

/// The titles that people recommend to those who liked a title; only titles that the catalogue holds.
pub(super) async fn recommendations(
    State(state): State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = MalId::new(number(id)?);
    let make = async || {
        let found = state.extras.full_recommendations(id).await?;
        let (recommended, by) = stated_or_nothing(found);
        let data = recommended.iter().map(|it| Recommendation::new(id, it));
        let data: Vec<Recommendation<'_>> = data.collect();
        Body::stated(&Data { data }, by.as_ref())
    };
    part(&state, format!("{id}/recommendations"), make, &headers).await
}
