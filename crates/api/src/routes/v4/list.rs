//! `GET /v4/top/anime` and `/v4/anime`

use std::sync::Arc;

use app::catalogue::{
    SearchText,
    selections::{SearchOrder, Top},
};
use axum::{
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use domain::{
    anime::Status,
    selection::{ListedAnime, Order, Selection},
    slice::Slice,
};

use super::{
    answer::{Body, CachePolicy, answer},
    error::JikanError,
    params::{PageParams, Params},
};
use crate::{
    dto::v4::{Page, Record},
    error::ApiError,
    state::CatalogueState,
};

const TOPS: [(&str, Top); 4] = [
    ("airing", Top::Airing),
    ("upcoming", Top::Upcoming),
    ("bypopularity", Top::Popular),
    ("favorite", Top::Favorite),
];
const STATUSES: [(&str, Status); 3] = [
    ("airing", Status::Airing),
    ("complete", Status::Finished),
    ("upcoming", Status::Upcoming),
];
const ORDERS: [(&str, SearchOrder); 11] = [
    ("mal_id", SearchOrder::Stored(Order::Id)),
    ("title", SearchOrder::Stored(Order::Title)),
    ("start_date", SearchOrder::Stored(Order::Start)),
    ("end_date", SearchOrder::End),
    ("episodes", SearchOrder::Stored(Order::Episodes)),
    ("score", SearchOrder::Stored(Order::Score)),
    ("scored_by", SearchOrder::Stored(Order::Votes)),
    ("rank", SearchOrder::Stored(Order::Rank)),
    ("popularity", SearchOrder::Stored(Order::Popularity)),
    ("members", SearchOrder::Stored(Order::Members)),
    ("favorites", SearchOrder::Stored(Order::Favorites)),
];

/// A page of the top titles.
pub(super) async fn top(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let page = params.page();
    let top = params.word("filter", &TOPS).unwrap_or_default();
    let selection = Selection {
        kind: params.kind("type"),
        rating: params.rating(),
        ..page.selection()
    };
    let selection = params.done(selection)?;
    let name = format!("v4/top/{top:?}/{selection:?}");
    let make = async || listed(&state.selections.top(top, selection).await?, page);
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}

/// A page of the titles that a search by names and facts finds.
pub(super) async fn search(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let page = params.page();
    let text = params.text("q").map(SearchText::new);
    let order = params.word("order_by", &ORDERS);
    let selection = search_selection(&mut params, page);
    let ended_until = params.last_day("end_date");
    if selection
        .aired_since
        .zip(ended_until)
        .is_some_and(|(since, until)| until < since)
    {
        params.refuse(
            "end_date",
            "The end_date must not be before the start_date.",
        );
    }
    let selection = params.done(selection)?;
    let indexed = state.catalogue.indexed_revision();
    let browsed = if ended_until.is_some() || order == Some(SearchOrder::End) {
        Some(browsed_revision(&state).await?)
    } else {
        None
    };
    let name = format!(
        "v4/search/{indexed:?}/{browsed:?}/{text:?}/{order:?}/{ended_until:?}/{selection:?}"
    );
    let make = async || {
        let selections = &state.selections;
        let found = selections.search(text.as_ref(), order, ended_until, selection);
        listed(&found.await?, page)
    };
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
}

/// The revision of the catalogue from which selections by airing times are answered.
pub(super) async fn browsed_revision(state: &CatalogueState) -> Result<i64, JikanError> {
    Ok(state.browsing.revision().await.map_err(ApiError::from)?)
}

fn search_selection(params: &mut Params, page: PageParams) -> Selection {
    let score = params.score("score");
    Selection {
        kind: params.kind("type"),
        status: params.word("status", &STATUSES),
        rating: params.rating(),
        min_score: params.score("min_score").or(score),
        max_score: params.score("max_score").or(score),
        tags: params.ids("genres"),
        without_tags: params.ids("genres_exclude"),
        companies: params.ids("producers"),
        initial: params.letter(),
        aired_since: params.day("start_date"),
        descending: params.descending(),
        ..page.selection()
    }
}

/// Writes a page of titles.
pub(super) fn listed(slice: &Slice<ListedAnime>, page: PageParams) -> domain::Result<Body> {
    let newest = slice.items.iter().map(|title| title.provenance.as_of).max();
    let records = slice.items.iter().map(|title| Record::from(&title.anime));
    let page = Page::of(records.collect(), slice.total, page.number, page.size);
    Body::of(&page, newest)
}
