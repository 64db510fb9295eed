//! `GET /v4/seasons`, `/v4/seasons/now`, `/v4/seasons/upcoming`, `/v4/seasons/{year}/{season}` and `/v4/schedules`

use std::sync::Arc;

use axum::{
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{
    anime::{BroadcastSlot, Season},
    selection::Selection,
};
use jiff::civil::Weekday;

use super::{
    answer::{Body, CachePolicy, answer},
    error::{JikanError, Messages},
    list::{browsed_revision, listed},
    params::{PageParams, Params},
};
use crate::{
    dto::v4::{ScrapedPage, SeasonsOfYear},
    state::CatalogueState,
};

const SLOTS: [(&str, BroadcastSlot); 9] = [
    ("monday", BroadcastSlot::Weekly(Weekday::Monday)),
    ("tuesday", BroadcastSlot::Weekly(Weekday::Tuesday)),
    ("wednesday", BroadcastSlot::Weekly(Weekday::Wednesday)),
    ("thursday", BroadcastSlot::Weekly(Weekday::Thursday)),
    ("friday", BroadcastSlot::Weekly(Weekday::Friday)),
    ("saturday", BroadcastSlot::Weekly(Weekday::Saturday)),
    ("sunday", BroadcastSlot::Weekly(Weekday::Sunday)),
    ("unknown", BroadcastSlot::Unknown),
    ("other", BroadcastSlot::Irregular),
];
/// MyAnimeList's id of the demographic of titles for children.
const KIDS: u32 = 15;

/// The years and their seasons that have titles.
pub(super) async fn seasons(
    State(state): State<Arc<CatalogueState>>,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let name = format!("v4/seasons/{}", browsed_revision(&state).await?);
    let make = async || {
        let years = state.browsing.seasons().await?;
        let years = years.iter().map(SeasonsOfYear::from).collect();
        Body::of(&ScrapedPage::only(years), None)
    };
    answer(&state, name, CachePolicy::Day, make, &headers).await
}

/// A page of the titles of this season, or of the newest season that has some.
pub(super) async fn now(
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

/// A page of the upcoming titles.
pub(super) async fn upcoming(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let (selection, page) = of_season(query.as_deref())?;
    let name = format!("v4/season/upcoming/{selection:?}");
    let make = async || {
        let found = state.selections.upcoming(selection).await?;
        listed(&found, page)
    };
    answer(&state, name, CachePolicy::Day, make, &headers).await
}

/// A page of the titles of a season.
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

/// Reads the parameters of a season's titles.
fn of_season(query: Option<&str>) -> Result<(Selection, PageParams), JikanError> {
    let mut params = Params::of(query);
    let page = params.page();
    let selection = Selection {
        kind: params.kind("filter"),
        ..page.selection()
    };
    Ok((params.done(selection)?, page))
}

/// A page of the series that air now, by the day of their broadcast.
pub(super) async fn schedules(
    State(state): State<Arc<CatalogueState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    scheduled(&state, Params::of(query.as_deref()), &headers).await
}

/// A page of the series that air now, with the day in the path, as Jikan takes it, too.
pub(super) async fn schedules_of(
    State(state): State<Arc<CatalogueState>>,
    day: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let Path(day) = day.map_err(|_| JikanError::not_found())?;
    let params = Params::of(query.as_deref()).with("filter", day);
    scheduled(&state, params, &headers).await
}

async fn scheduled(
    state: &CatalogueState,
    mut params: Params,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let page = params.page();
    let slot = params.word("filter", &SLOTS);
    let kids = params.flag("kids");
    let only = |wanted| (kids == Some(wanted)).then_some(KIDS).into_iter().collect();
    let selection = Selection {
        tags: only(true),
        without_tags: only(false),
        ..page.selection()
    };
    let selection = params.done(selection)?;
    let browsed = browsed_revision(state).await?;
    let name = format!("v4/schedules/{browsed}/{slot:?}/{selection:?}");
    let make = async || {
        let found = state.selections.scheduled(slot, selection).await?;
        listed(&found, page)
    };
    answer(state, name, CachePolicy::Day, make, headers).await
}
