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

/// The parameters of a comparison.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ComparisonParams {
    /// The titles to answer with; by default those on both lists.
    #[param(inline)]
    of: Option<ComparedTitles>,
    /// The order of the titles; by default those first whose scores differ most.
    #[param(inline)]
    sort: Option<ComparisonOrder>,
    /// The number of the page of 50 titles, counted from 1; without it, the first page.
    #[param(value_type = Option<u32>, minimum = 1)]
    page: Option<SentNumber>,
}

/// The titles on both lists, or on the other user's list alone.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ComparedTitles {
    Shared,
    OnlyTheirs,
}

/// The order of compared titles: by the difference of the scores, by the other user's score, by the user's own, or by
/// name.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ComparisonOrder {
    Difference,
    Theirs,
    Mine,
    Title,
}

/// A comparison of the user's whole list with another user's list, as far as the user may see it.
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
