//! `GET /api/v1/users/{name}/list`

use std::sync::Arc;

use app::people::VisiblePage;
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{Result, people::ListSort};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{
    CACHE_CONTROL, to_json,
    visible_page::{LinkParams, Visible},
};
use crate::{
    dto::{anime_list::ListStatus, imports::SentNumber, people::PublicList},
    encoded::Encoded,
    error::{
        ApiError,
        responses::{Invalid, Unavailable, UnknownPage},
    },
    state::PeopleState,
};

/// The parameters of a public list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PublicListParams {
    /// Answers with the entries of this status alone.
    status: Option<ListStatus>,
    /// The order of the entries; by default the last added first.
    #[param(inline)]
    sort: Option<PublicListSort>,
    /// The number of the page of 50 entries, counted from 1; without it, the first page.
    #[param(value_type = Option<u32>, minimum = 1)]
    page: Option<SentNumber>,
}

/// The order of a public list: the last added first, the highest score first, or by name.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum PublicListSort {
    Added,
    Score,
    Title,
}

/// A page of a user's list. Private entries are neither shown nor counted.
#[utoipa::path(
    get,
    path = "/users/{name}/list",
    operation_id = "show_user_list",
    tag = "people",
    security((), ("session" = [])),
    params(("name" = String, Path, description = "Name of the page"), LinkParams, PublicListParams),
    responses(
        (status = 200, body = PublicList, headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        Invalid,
        UnknownPage,
        Unavailable,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<PeopleState>>,
    Visible(visible): Visible,
    query: Result<Query<PublicListParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let refused = || {
        let sentence = "Please give a known `status` and `sort`, and `page` as a number from 1 on.";
        ApiError::invalid(sentence)
    };
    let Query(params) = query.map_err(|_| refused())?;
    let page = params.page.map_or(1, |SentNumber(page)| page);
    if page == 0 {
        return Err(refused());
    }
    let sort = match params.sort {
        None | Some(PublicListSort::Added) => ListSort::Added,
        Some(PublicListSort::Score) => ListSort::Score,
        Some(PublicListSort::Title) => ListSort::Title,
    };
    let part = Part {
        status: params.status,
        sort,
        page,
    };
    Ok(part.of(&state, &visible).await?.respond(&headers))
}

/// The requested part of a list.
struct Part {
    status: Option<ListStatus>,
    sort: ListSort,
    page: u32,
}

impl Part {
    async fn of(
        self,
        state: &PeopleState,
        visible: &VisiblePage,
    ) -> Result<Arc<Encoded>, ApiError> {
        let Self { status, sort, page } = self;
        let make = async || {
            let list = state.people.list(visible).await?;
            let list = list.page(status.map(Into::into), sort, page);
            let body = to_json(&PublicList::new(&list, page, &state.pictures))?;
            Encoded::new("application/json", CACHE_CONTROL, body)
        };
        let part = format!("list/{status:?}/{sort:?}/{page}");
        state.of_list(visible, &part, make).await
    }
}

/// The first page of a list, as JSON.
pub(crate) async fn first_json(
    state: &PeopleState,
    visible: &VisiblePage,
) -> Result<Vec<u8>, ApiError> {
    let part = Part {
        status: None,
        sort: ListSort::Added,
        page: 1,
    };
    Ok(part.of(state, visible).await?.plain().to_vec())
}
