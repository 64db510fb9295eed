//! `GET /v4/anime/{id}` with its parts, `/v4/random/anime` and `/v4/genres/anime`

use std::sync::Arc;

use axum::{
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use domain::{
    Result,
    anime::{Anime, MalId, TagKind},
    catalogue::{AnimeKey, FullAnime},
};
use serde::Serialize;

use super::{
    answer::{Body, CachePolicy, answer, states_a_selection},
    error::JikanError,
    params::{Params, SentId, number},
};
use crate::{
    dto::v4::{Data, Full, Genre, MoreInfo, Record, Relations, ScrapedPage, Theme},
    error::ApiError,
    state::CatalogueState,
};

const TAG_KINDS: [(&str, TagKind); 4] = [
    ("genres", TagKind::Genre),
    ("explicit_genres", TagKind::ExplicitGenre),
    ("themes", TagKind::Theme),
    ("demographics", TagKind::Demographic),
];

/// A title.
pub(super) async fn title(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "title", id, &headers, |record| {
        let data = Record::from(&record.anime);
        Body::of(&Data { data }, Some(record.provenance.as_of))
    })
    .await
}

/// A title with all known facts.
pub(super) async fn full(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "full", id, &headers, |record| {
        of_whole(Full::from(&record.anime), record)
    })
    .await
}

/// The works that are related to a title.
pub(super) async fn relations(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "relations", id, &headers, |record| {
        of_whole(Relations::of(&record.anime), record)
    })
    .await
}

/// The opening and ending songs of a title.
pub(super) async fn themes(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "themes", id, &headers, |record| {
        let Anime {
            openings, endings, ..
        } = &record.anime;
        let is_empty = openings.is_empty() && endings.is_empty();
        of_part(Theme::from(&record.anime), is_empty, record)
    })
    .await
}

/// Links to pages about a title.
pub(super) async fn external(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "external", id, &headers, |record| {
        of_part(
            &record.anime.external,
            record.anime.external.is_empty(),
            record,
        )
    })
    .await
}

/// Links to streaming services that have a title.
pub(super) async fn streaming(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "streaming", id, &headers, |record| {
        of_part(
            &record.anime.streaming,
            record.anime.streaming.is_empty(),
            record,
        )
    })
    .await
}

/// More information about a title: none is known.
pub(super) async fn moreinfo(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "moreinfo", id, &headers, |_| {
        let data = MoreInfo::default();
        Body::of(&Data { data }, None)
    })
    .await
}

/// The topics about a title in MyAnimeList's forum: none is known.
pub(super) async fn forum(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    params.word("filter", &[("all", ()), ("episode", ()), ("other", ())]);
    params.done(())?;
    shown(&state, "forum", id, &headers, |_| {
        let data: [(); 0] = [];
        Body::of(&Data { data }, None)
    })
    .await
}

/// The users who changed a title on a list at MyAnimeList: none is known.
pub(super) async fn userupdates(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let page = params.page_number();
    params.done(page)?;
    shown(&state, "userupdates", id, &headers, |_| {
        Body::of(&ScrapedPage::<()>::only(Vec::new()), None)
    })
    .await
}

/// Wraps facts of a whole record; provisional where the record is not whole, which has been requested then.
fn of_whole<T: Serialize>(data: T, record: &FullAnime) -> Result<Body> {
    known(data, record, is_whole(record))
}

/// Wraps facts that a record need not have; provisional also where they are empty and the record's source states a
/// selection.
fn of_part<T: Serialize>(data: T, is_empty: bool, record: &FullAnime) -> Result<Body> {
    let is_known = !(is_empty && states_a_selection(&record.provenance));
    known(data, record, is_known && is_whole(record))
}

fn is_whole(record: &FullAnime) -> bool {
    record.anime.relations.is_some()
}

fn known<T: Serialize>(data: T, record: &FullAnime, is_known: bool) -> Result<Body> {
    Body::known(&Data { data }, Some(record.provenance.as_of), is_known)
}

async fn shown(
    state: &CatalogueState,
    what: &str,
    id: SentId,
    headers: &HeaderMap,
    show: impl FnOnce(&FullAnime) -> Result<Body> + Send,
) -> Result<Response, JikanError> {
    let id = number(id)?;
    let key = AnimeKey::Id(MalId::new(id));
    let make = async || show(&state.catalogue.title(&key).await?);
    answer(
        state,
        format!("v4/{what}/{id}"),
        CachePolicy::Day,
        make,
        headers,
    )
    .await
}

/// A random title.
pub(super) async fn random(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let title = state.selections.random().await.map_err(ApiError::from)?;
    let title = title.ok_or_else(JikanError::not_found)?;
    let data = Record::from(&title.anime);
    let made = Body::of(&Data { data }, Some(title.provenance.as_of));
    made.map_err(ApiError::from)?.uncached(&headers)
}

/// All genres, themes and demographics, or those of one kind.
pub(super) async fn genres(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let kind = params.word("filter", &TAG_KINDS);
    let kind = params.done(kind)?;
    let make = async || {
        let tags = state.selections.tags().await?;
        let selected = tags
            .iter()
            .filter(|t| kind.is_none_or(|kind| t.kind == kind));
        let data: Vec<Genre<'_>> = selected.map(Genre::from).collect();
        Body::of(&Data { data }, None)
    };
    let name = format!("v4/genres/{kind:?}");
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}
