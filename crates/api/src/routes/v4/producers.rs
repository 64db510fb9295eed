//! `GET /v4/producers`, `/v4/producers/{id}` with `/full` or `/external`, and `/v4/magazines`

use std::sync::Arc;

use app::catalogue::{
    SearchText,
    companies::{CompanyOrder, CompanyQuery},
};
use axum::{
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use domain::{Error, Result, anime::Link, selection::CompanyCount};

use super::{
    answer::{Body, CachePolicy, answer},
    error::JikanError,
    params::{PageParams, Params, SentId, number},
};
use crate::{
    dto::v4::{Data, FullProducer, Page, Producer},
    state::CatalogueState,
};

const ORDERS: [(&str, CompanyOrder); 4] = [
    ("mal_id", CompanyOrder::Id),
    ("count", CompanyOrder::Titles),
    ("favorites", CompanyOrder::Untold),
    ("established", CompanyOrder::Untold),
];
/// The orders of magazines, none of which orders anything where there is nothing.
const MAGAZINE_ORDERS: [(&str, ()); 3] = [("mal_id", ()), ("name", ()), ("count", ())];

/// A page of the companies that a search by names finds.
pub(super) async fn list(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let page = params.page();
    let query = CompanyQuery {
        text: params.text("q").map(SearchText::new),
        initial: params.letter(),
        order: params.word("order_by", &ORDERS),
        descending: params.descending(),
        skip: page.skip(),
        size: page.size,
    };
    let query = params.done(query)?;
    let name = format!("v4/producers/{query:?}");
    let make = async || {
        let found = state.selections.companies().page(&query).await?;
        let data: Vec<Producer<'_>> = found.items.iter().map(Producer::from).collect();
        Body::of(&Page::of(data, found.total, page.number, page.size), None)
    };
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}

/// A company.
pub(super) async fn one(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "producer", id, &headers, |company| {
        let data = Producer::from(company);
        Body::of(&Data { data }, None)
    })
    .await
}

/// A company with the pages about it.
pub(super) async fn full(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "producer/full", id, &headers, |company| {
        let data = FullProducer::from(company);
        Body::of(&Data { data }, None)
    })
    .await
}

/// The pages about a company: none is known.
pub(super) async fn external(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown(&state, "producer/external", id, &headers, |_| {
        let data: [Link; 0] = [];
        Body::of(&Data { data }, None)
    })
    .await
}

async fn shown(
    state: &CatalogueState,
    what: &str,
    id: SentId,
    headers: &HeaderMap,
    show: impl FnOnce(&CompanyCount) -> Result<Body> + Send,
) -> Result<Response, JikanError> {
    let id = number(id)?;
    let make = async || {
        let company = state.selections.companies().one(id).await?;
        show(&company.ok_or(Error::NotFound("This company"))?)
    };
    let name = format!("v4/{what}/{id}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

/// Magazines: they are of manga, and there is none.
pub(super) async fn magazines(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let page = params.page();
    params.word("order_by", &MAGAZINE_ORDERS);
    params.descending();
    params.letter();
    let PageParams { number, size } = params.done(page)?;
    let name = format!("v4/magazines/{number}/{size}");
    let make = async || {
        let none: Vec<()> = Vec::new();
        Body::of(&Page::of(none, 0, number, size), None)
    };
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}
