//! `GET /api/v1/people` and `GET /api/v1/characters`

use std::sync::Arc;

use app::catalogue::SearchText;
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::HeaderMap,
    response::Response,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    extras::{AskedPage, PageParams, page_of},
    json, shared_json,
};
use crate::{
    dto::mentions::{CharacterPart, PersonPart},
    error::{
        ApiError,
        responses::{Invalid, Unavailable},
    },
    state::CatalogueState,
};

/// The parameter of a search for people or characters.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NameParams {
    /// The beginning of a name, or of a word in it: at least two letters.
    search: String,
}

type Name = Result<Query<NameParams>, QueryRejection>;

fn text_of(name: Name) -> Result<SearchText, ApiError> {
    match name {
        Ok(Query(NameParams { search })) => Ok(SearchText::new(&search)),
        Err(_) => Err(ApiError::invalid(
            "Please say who is looked for: search=TEXT.",
        )),
    }
}

/// People by name, 24 a page: whole names first, then by favourites.
#[utoipa::path(
    get,
    path = "/people",
    operation_id = "find_people",
    tag = "catalogue",
    params(NameParams, PageParams),
    responses((status = 200, body = PersonPart), Invalid, Unavailable),
)]
pub(crate) async fn people(
    State(state): State<Arc<CatalogueState>>,
    name: Name,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (text, page) = (text_of(name)?, page_of(page)?);
    let make = async || {
        let people = state.extras.search_people(&text, page).await?;
        json(&PersonPart::new(people, &state.pictures))
    };
    let name = format!("named/people/{page}/{}", text.as_str());
    shared_json(&state, name, make, &headers).await
}

/// Characters by name, 24 a page: whole names first, then by favourites.
#[utoipa::path(
    get,
    path = "/characters",
    operation_id = "find_characters",
    tag = "catalogue",
    params(NameParams, PageParams),
    responses((status = 200, body = CharacterPart), Invalid, Unavailable),
)]
pub(crate) async fn characters(
    State(state): State<Arc<CatalogueState>>,
    name: Name,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (text, page) = (text_of(name)?, page_of(page)?);
    let make = async || {
        let characters = state.extras.search_characters(&text, page).await?;
        json(&CharacterPart::new(characters, &state.pictures))
    };
    let name = format!("named/characters/{page}/{}", text.as_str());
    shared_json(&state, name, make, &headers).await
}
