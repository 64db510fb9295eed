//! New things of all titles: `GET /v4/recommendations/anime`, `/v4/watch/episodes` and `/v4/watch/promos`
//!
//! No source tells when a video or a recommendation came. Videos of titles that air or are to come are new; as few of these
//! may be known, trailers of the most popular titles follow them. Of recommendations those with the most votes are listed.

use std::sync::Arc;

use axum::{
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use domain::{
    extras::{PAIRED_RECOMMENDATIONS, TitleVideos, VideoKind, VideoQuery, VideoTitles},
    slice::{Slice, SliceRange},
};

use super::{
    answer::{Body, CachePolicy, answer},
    error::JikanError,
    params::page_within,
};
use crate::{
    dto::v4::{Pair, ScrapedPage, WatchedPromo, WatchedTitle},
    state::CatalogueState,
};

/// The number of pairs or trailers on a page, as on MyAnimeList.
const PAGE: u32 = 100;
/// The largest number of titles whose trailers are shown, of each sort.
const PROMO_TITLES: u32 = 100;
/// The largest number of trailers of a title.
const PROMOS: usize = 5;
/// The largest number of titles whose episodes are shown.
const EPISODE_TITLES: u32 = 50;
/// The largest number of newest episodes of a title.
const EPISODES: usize = 2;

/// A page of pairs of titles that people recommend for one another.
pub(super) async fn recommendations(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let number = page_within(query.as_deref(), PAIRED_RECOMMENDATIONS as usize, PAGE)?;
    let make = async || {
        let span = SliceRange::page(number, PAGE);
        let found = state.extras.recommended_pairs(span).await?;
        let data: Vec<Pair<'_>> = found.items.iter().map(Pair::from).collect();
        let page = ScrapedPage::of(data, found.total, number, PAGE);
        Body::known(&page, None, found.total > 0)
    };
    let name = format!("v4/recommendations/{number}");
    answer(&state, name, CachePolicy::Day, make, &headers).await
}

/// The newest episodes of the titles that air now.
pub(super) async fn episodes(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    watched(&state, VideoTitles::Airing, &headers).await
}

/// The newest episodes of the most popular titles.
pub(super) async fn popular_episodes(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    watched(&state, VideoTitles::Popular, &headers).await
}

async fn watched(
    state: &CatalogueState,
    titles: VideoTitles,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let make = async || {
        let query = VideoQuery {
            titles,
            kind: VideoKind::Episode,
            most: EPISODE_TITLES,
            of_each: EPISODES,
        };
        let found = state.extras.title_videos(&query).await?;
        let watched: Vec<_> = found.iter().filter_map(WatchedTitle::new).collect();
        let is_known = !watched.is_empty();
        Body::known(&ScrapedPage::only(watched), None, is_known)
    };
    let name = format!("v4/watch/episodes/{titles:?}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

/// A page of the trailers of upcoming titles, then of those that air now, then of the most popular others.
pub(super) async fn promos(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let sorts = [
        VideoTitles::Upcoming,
        VideoTitles::Airing,
        VideoTitles::Popular,
    ];
    trailers(&state, &sorts, query.as_deref(), &headers).await
}

/// A page of the trailers of the most popular titles.
pub(super) async fn popular_promos(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    trailers(&state, &[VideoTitles::Popular], query.as_deref(), &headers).await
}

async fn trailers(
    state: &CatalogueState,
    sorts: &[VideoTitles],
    query: Option<&str>,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let most = sorts.len() * PROMO_TITLES as usize * PROMOS;
    let number = page_within(query, most, PAGE)?;
    let make = async || {
        let mut found: Vec<TitleVideos> = Vec::new();
        for titles in sorts {
            let query = VideoQuery {
                titles: *titles,
                kind: VideoKind::Promo,
                most: PROMO_TITLES,
                of_each: PROMOS,
            };
            let mut more = state.extras.title_videos(&query).await?;
            // A popular title may air, too
            more.retain(|it| {
                found
                    .iter()
                    .all(|known| known.title.mal_id != it.title.mal_id)
            });
            found.extend(more);
        }
        let all: Vec<WatchedPromo<'_>> = found.iter().flat_map(WatchedPromo::all).collect();
        let page = Slice::of(all, SliceRange::page(number, PAGE));
        let total = page.total;
        let page = ScrapedPage::of(page.items, total, number, PAGE);
        Body::known(&page, None, total > 0)
    };
    let name = format!("v4/watch/promos/{sorts:?}/{number}");
    answer(state, name, CachePolicy::Day, make, headers).await
}
