//! `GET /api/v1/users/{name}/comparison`

use std::sync::Arc;

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use domain::people::{Compared, ComparisonSort};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::visible_page::{LinkParams, VisibleSignedIn};
use crate::{
    dto::{imports::SentNumber, people::ListComparison},
    error::{
        ApiError,
        responses::{Invalid, PrivateReadErrors, UnknownPage},
    },
    state::PeopleState,
};

/// Which titles, in which order.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ComparisonParams {
    /// By default the titles on both lists.
    #[param(inline)]
    of: Option<ComparedTitles>,
    /// By default where both differ most comes first.
    #[param(inline)]
    sort: Option<ComparisonOrder>,
    /// Part of 50 titles.
    #[param(value_type = Option<u32>, minimum = 1)]
    page: Option<SentNumber>,
}

/// Titles on both lists, or on theirs alone.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ComparedTitles {
    Shared,
    OnlyTheirs,
}

/// By how far both differ, by their score, by mine, or by name.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ComparisonOrder {
    Difference,
    Theirs,
    Mine,
    Title,
}

/// The user's list beside somebody's: of theirs what the user may see, of the user's all of it.
#[utoipa::path(
    get,
    path = "/users/{name}/comparison",
    operation_id = "compare_with_user",
    tag = "people",
    security(("session" = [])),
    params(("name" = String, Path, description = "Name of the page"), LinkParams, ComparisonParams),
    responses(
        (status = 200, body = ListComparison),
        Invalid,
        UnknownPage,
        PrivateReadErrors,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<PeopleState>>,
    VisibleSignedIn {
        reader,
        page: visible,
    }: VisibleSignedIn,
    query: Result<Query<ComparisonParams>, QueryRejection>,
) -> Result<Response, ApiError> {
    let refused = || {
        let sentence = "Please give a known `of` and `sort`, and `page` as a number from 1 on.";
        ApiError::invalid(sentence)
    };
    let Query(params) = query.map_err(|_| refused())?;
    let page = params.page.map_or(1, |SentNumber(page)| page);
    if page == 0 {
        return Err(refused());
    }
    let comparison = state.people.compare(reader.uid(), &visible).await?;
    let of = match params.of {
        None | Some(ComparedTitles::Shared) => Compared::Shared,
        Some(ComparedTitles::OnlyTheirs) => Compared::OnlyTheirs,
    };
    let sort = match params.sort {
        None | Some(ComparisonOrder::Difference) => ComparisonSort::Difference,
        Some(ComparisonOrder::Theirs) => ComparisonSort::Theirs,
        Some(ComparisonOrder::Mine) => ComparisonSort::Mine,
        Some(ComparisonOrder::Title) => ComparisonSort::Title,
    };
    let agreement = comparison.agreement;
    let titles = comparison.page(of, sort, page);
    let body = ListComparison::new(&agreement, &titles, (of, page), &state.pictures);
    let no_store = HeaderValue::from_static("no-store");
    Ok(([(header::CACHE_CONTROL, no_store)], Json(body)).into_response())
}
