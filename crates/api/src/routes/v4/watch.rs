//! What is new of all titles: `GET /v4/recommendations/anime`, `/v4/watch/episodes` and `/v4/watch/promos`
//!
//! No source tells when a video or a recommendation came. Videos of titles that air or are to come are new; of
//! recommendations those with the most votes are listed.

use std::sync::Arc;

use axum::{
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use domain::{
    anime::Status,
    extras::{Filmed, FilmedTitle, VideoKind},
    slice::Span,
};

use super::{
    answer::{Body, CachePolicy, answer},
    error::JikanError,
    params::Params,
};
use crate::{
    dto::v4::{Pair, ScrapedPage, WatchedPromo, WatchedTitle},
    state::CatalogueState,
};

/// Pairs or trailers of a page, as MyAnimeList has them.
const PAGE: u32 = 100;
/// Titles whose trailers are looked at, of each sort.
const PROMO_TITLES: u32 = 100;
/// Titles whose episodes are looked at.
const EPISODE_TITLES: u32 = 50;
/// Newest episodes of a title.
const EPISODES: usize = 2;

/// Titles that are recommended for one another.
pub(super) async fn recommendations(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let number = params.page_number();
    let number = params.done(number)?;
    let make = async || {
        let span = Span::page(number, PAGE);
        let found = state.extras.recommended_pairs(span).await?;
        let data: Vec<Pair<'_>> = found.items.iter().map(Pair::from).collect();
        let page = ScrapedPage::of(data, found.total, number, PAGE);
        Body::known(&page, None, found.total > 0)
    };
    let name = format!("v4/recommendations/{number}");
    answer(&state, name, CachePolicy::Day, make, &headers).await
}

/// Episodes of what airs.
pub(super) async fn episodes(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    watched(&state, Filmed::Latest(Status::Airing), &headers).await
}

/// Episodes of the most popular titles.
pub(super) async fn popular_episodes(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    watched(&state, Filmed::Popular, &headers).await
}

async fn watched(
    state: &CatalogueState,
    which: Filmed,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let make = async || {
        let extras = &state.extras;
        let found = extras.filmed(which, VideoKind::Episode, EPISODE_TITLES);
        let found = found.await?;
        let titles = found.iter().map(|title| WatchedTitle::new(title, EPISODES));
        let page = ScrapedPage::only(titles.collect());
        Body::known(&page, None, !found.is_empty())
    };
    let name = format!("v4/watch/episodes/{which:?}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

/// Trailers of what is to come, then of what airs.
pub(super) async fn promos(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let new = [Status::Upcoming, Status::Airing].map(Filmed::Latest);
    trailers(&state, &new, query.as_deref(), &headers).await
}

/// Trailers of the most popular titles.
pub(super) async fn popular_promos(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    trailers(&state, &[Filmed::Popular], query.as_deref(), &headers).await
}

async fn trailers(
    state: &CatalogueState,
    which: &[Filmed],
    query: Option<&str>,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query);
    let number = params.page_number();
    let number = params.done(number)?;
    let make = async || {
        let mut found: Vec<FilmedTitle> = Vec::new();
        for which in which {
            let titles = state.extras.filmed(*which, VideoKind::Promo, PROMO_TITLES);
            found.extend(titles.await?);
        }
        let all: Vec<WatchedPromo<'_>> = found.iter().flat_map(WatchedPromo::all).collect();
        let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let before = (number - 1).saturating_mul(PAGE) as usize;
        let part = all.into_iter().skip(before).take(PAGE as usize);
        let page = ScrapedPage::of(part.collect(), total, number, PAGE);
        Body::known(&page, None, total > 0)
    };
    let name = format!("v4/watch/promos/{which:?}/{number}");
    answer(state, name, CachePolicy::Day, make, headers).await
}
