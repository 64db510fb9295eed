//! `GET /v4/top/anime`, `/v4/anime`, `/v4/seasons/now` and `/v4/seasons/{year}/{season}`

use std::sync::Arc;

use app::catalogue::{SearchText, selections::Top};
use axum::{
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{
    anime::{Season, Status},
    selection::{ListedAnime, Order, Selection},
    slice::Slice,
};

use super::{
    answer::{Body, CachePolicy, answer},
    error::{JikanError, Messages},
    params::{PageParams, Params},
};
use crate::{dto::v4::Page, state::CatalogueState};

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
const ORDERS: [(&str, Order); 10] = [
    ("mal_id", Order::Id),
    ("title", Order::Title),
    ("start_date", Order::Start),
    ("episodes", Order::Episodes),
    ("score", Order::Score),
    ("scored_by", Order::Votes),
    ("rank", Order::Rank),
    ("popularity", Order::Popularity),
    ("members", Order::Members),
    ("favorites", Order::Favorites),
];
/// For parameters of Jikan that we do not offer. Ignoring one would answer another question.
const NOT_OFFERED: &str = "Mitai does not offer this one.";

/// The best titles.
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

/// Titles by their names and facts.
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
    if params.text("end_date").is_some() {
        params.refuse("end_date", NOT_OFFERED);
    }
    let selection = params.done(selection)?;
    let indexed = state.catalogue.indexed_revision();
    let name = format!("v4/search/{indexed:?}/{text:?}/{order:?}/{selection:?}");
    let make = async || {
        let found = state.selections.search(text.as_ref(), order, selection);
        listed(&found.await?, page)
    };
    answer(&state, name, CachePolicy::Revalidate, make, &headers).await
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
        descending: params.word("sort", &[("asc", false), ("desc", true)]) == Some(true),
        ..page.selection()
    }
}

/// Titles of this season, or of the newest that has some.
pub(super) async fn season_now(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let (selection, page) = of_season(query.as_deref())?;
    let (year, season) = state.selections.season_now();
    let name = format!("v4/season/now/{year}/{season:?}/{selection:?}");
    let make = async || {
        let found = state.selections.current_season(selection).await?;
        listed(&found, page)
    };
    answer(&state, name, CachePolicy::Day, make, &headers).await
}

/// Titles of a season.
pub(super) async fn season(
    State(state): State<Arc<CatalogueState>>,
    path: Result<Path<(String, String)>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let Path((year, season)) = path.map_err(|_| JikanError::not_found())?;
    let digits = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
    let year = year.parse().ok().filter(|_| digits);
    let year = year.ok_or_else(JikanError::not_found)?;
    let season = Season::parse(&season).ok_or_else(|| {
        let sentence = "The season must be one of winter, spring, summer, fall.".to_owned();
        JikanError::invalid(&Messages::from([("season", vec![sentence])]))
    })?;
    let (selection, page) = of_season(query.as_deref())?;
    let name = format!("v4/season/{year}/{season:?}/{selection:?}");
    let make = async || {
        let found = state.selections.season(year, season, selection).await?;
        listed(&found, page)
    };
    answer(&state, name, CachePolicy::Day, make, &headers).await
}

/// The parameters of a season's titles.
fn of_season(query: Option<&str>) -> Result<(Selection, PageParams), JikanError> {
    let mut params = Params::of(query);
    let page = params.page();
    let selection = Selection {
        kind: params.kind("filter"),
        ..page.selection()
    };
    Ok((params.done(selection)?, page))
}

fn listed(slice: &Slice<ListedAnime>, page: PageParams) -> domain::Result<Body> {
    let newest = slice.items.iter().map(|title| title.provenance.as_of).max();
    Body::of(&Page::of(slice, page.number, page.size), newest)
}
