//! Lists of people and characters, and those by chance: `GET /v4/people`, `/v4/top/people`, `/v4/random/people` and the
//! same of characters

use std::sync::Arc;

use app::catalogue::SearchText;
use axum::{
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use domain::{
    extras::{KnownRecord, RecordOrder, RecordQuery},
    fold::fold,
    slice::Slice,
};
use serde::Serialize;

use super::{
    answer::{Body, CachePolicy, answer},
    error::JikanError,
    params::{PageParams, Params},
};
use crate::{
    dto::v4::{Character, Data, Page, Person},
    error::ApiError,
    state::CatalogueState,
};

const PEOPLE_ORDERS: [(&str, RecordOrder); 4] = [
    ("mal_id", RecordOrder::Id),
    ("name", RecordOrder::Name),
    ("birthday", RecordOrder::Birthday),
    ("favorites", RecordOrder::Favorites),
];
const CHARACTER_ORDERS: [(&str, RecordOrder); 3] = [
    ("mal_id", RecordOrder::Id),
    ("name", RecordOrder::Name),
    ("favorites", RecordOrder::Favorites),
];

/// Reads the requested page. Lists end where nobody is counted any more.
fn list_page(params: &mut Params) -> PageParams {
    let page = params.page();
    let last = RecordQuery::MAX_LISTED.div_ceil(page.size);
    if page.number > last {
        params.refuse("page", format!("The page must be at most {last}."));
    }
    page
}

/// Reads the requested page, and the query of the records on it.
fn parse_query(
    query: Option<&str>,
    orders: &[(&str, RecordOrder)],
) -> Result<(PageParams, RecordQuery), JikanError> {
    let mut params = Params::of(query);
    let page = list_page(&mut params);
    let text = params.text("q").map(SearchText::new);
    let query = RecordQuery {
        beginning: text.map(|text| fold(text.as_str())),
        initial: params.letter(),
        order: params.word("order_by", orders),
        descending: params.descending(),
        span: page.span(),
    };
    Ok((page, params.done(query)?))
}

/// Reads the requested page of a list without parameters of its own.
fn parse_page(query: Option<&str>) -> Result<PageParams, JikanError> {
    let mut params = Params::of(query);
    let page = list_page(&mut params);
    params.done(page)
}

/// A page of a list of people or characters, each in the form `T`.
fn listed<'a, T, R>(found: &'a Slice<KnownRecord<R>>, page: PageParams) -> domain::Result<Body>
where
    T: From<&'a R> + Serialize,
{
    let records = found.items.iter().map(|known| &known.record);
    let data: Vec<T> = records.map(T::from).collect();
    Body::of(&Page::of(data, found.total, page.number, page.size), None)
}

/// Answers with a record that was picked at random.
fn picked<T: Serialize>(data: T, headers: &HeaderMap) -> Result<Response, JikanError> {
    let made = Body::of(&Data { data }, None);
    made.map_err(ApiError::from)?.uncached(headers)
}

/// A page of the people that a search by names finds.
pub(super) async fn people(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let (page, query) = parse_query(query.as_deref(), &PEOPLE_ORDERS)?;
    let name = format!("v4/people?{query:?}");
    let make = async || listed::<Person<'_>, _>(&state.extras.people(&query).await?, page);
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}

/// A page of the characters that a search by names finds.
pub(super) async fn characters(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let (page, query) = parse_query(query.as_deref(), &CHARACTER_ORDERS)?;
    let name = format!("v4/characters?{query:?}");
    let make = async || listed::<Character<'_>, _>(&state.extras.characters(&query).await?, page);
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}

/// A page of the people with the most favourites.
pub(super) async fn top_people(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let page = parse_page(query.as_deref())?;
    let name = format!("v4/top/people/{page:?}");
    let make = async || {
        let found = state.extras.top_people(page.span()).await?;
        listed::<Person<'_>, _>(&found, page)
    };
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}

/// A page of the characters with the most favourites.
pub(super) async fn top_characters(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let page = parse_page(query.as_deref())?;
    let name = format!("v4/top/characters/{page:?}");
    let make = async || {
        let found = state.extras.top_characters(page.span()).await?;
        listed::<Character<'_>, _>(&found, page)
    };
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}

/// A random person.
pub(super) async fn random_person(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let known = state.extras.random_person().await.map_err(ApiError::from)?;
    let known = known.ok_or_else(JikanError::not_found)?;
    picked(Person::from(&known.record), &headers)
}

/// A random character.
pub(super) async fn random_character(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let known = state.extras.random_character().await;
    let known = known.map_err(ApiError::from)?;
    let known = known.ok_or_else(JikanError::not_found)?;
    picked(Character::from(&known.record), &headers)
}
