//! `GET /api/v1/people/{id}` and `GET /api/v1/characters/{id}`, with what they are in

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::{
    Result,
    extras::{CharacterId, PersonId},
};

use super::{
    extras::{AskedPage, Id, PageParams, number, page_of},
    shared_json,
};
use crate::{
    dto::credits::{
        AppearancePart, CharacterDetails, PersonDetails, StaffCreditPart, VoiceRolePart,
    },
    error::{
        ApiError,
        responses::{Invalid, NotFound, Unavailable},
    },
    state::CatalogueState,
};

/// A person, with the first pages of the characters that they voice and of the titles that they worked on.
#[utoipa::path(
    get,
    path = "/people/{id}",
    operation_id = "show_person",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Number on MyAnimeList")),
    responses((status = 200, body = PersonDetails), NotFound, Unavailable),
)]
pub(crate) async fn person(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = PersonId::new(number(id)?);
    let make = async || person_json(&state, id).await;
    shared_json(&state, format!("person/{id}"), make, &headers).await
}

/// The answer about a person, as JSON.
pub(crate) async fn person_json(state: &CatalogueState, id: PersonId) -> Result<Vec<u8>> {
    let credits = state.extras.person(id).await?;
    super::json(&PersonDetails::new(credits, &state.pictures))
}

/// The characters that a person voices, 24 a page, by their titles' popularity.
#[utoipa::path(
    get,
    path = "/people/{id}/voices",
    operation_id = "list_voice_roles",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Number on MyAnimeList"), PageParams),
    responses((status = 200, body = VoiceRolePart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn voice_roles(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (PersonId::new(number(id)?), page_of(page)?);
    let make = async || {
        let roles = state.extras.voice_roles(id, page).await?;
        super::json(&VoiceRolePart::new(roles, &state.pictures))
    };
    shared_json(&state, format!("person/{id}/voices/{page}"), make, &headers).await
}

/// The titles that a person worked on, 24 a page, by popularity.
#[utoipa::path(
    get,
    path = "/people/{id}/staff",
    operation_id = "list_staff_credits",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Number on MyAnimeList"), PageParams),
    responses((status = 200, body = StaffCreditPart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn staff_credits(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (PersonId::new(number(id)?), page_of(page)?);
    let make = async || {
        let credits = state.extras.staff_credits(id, page).await?;
        super::json(&StaffCreditPart::new(credits, &state.pictures))
    };
    shared_json(&state, format!("person/{id}/staff/{page}"), make, &headers).await
}

/// A character, with the first page of the titles in which they appear.
#[utoipa::path(
    get,
    path = "/characters/{id}",
    operation_id = "show_character",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Number on MyAnimeList")),
    responses((status = 200, body = CharacterDetails), NotFound, Unavailable),
)]
pub(crate) async fn character(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = CharacterId::new(number(id)?);
    let make = async || character_json(&state, id).await;
    shared_json(&state, format!("character/{id}"), make, &headers).await
}

/// The answer about a character, as JSON.
pub(crate) async fn character_json(state: &CatalogueState, id: CharacterId) -> Result<Vec<u8>> {
    let credits = state.extras.character(id).await?;
    super::json(&CharacterDetails::new(credits, &state.pictures))
}

/// The titles in which a character appears, 24 a page, by popularity.
#[utoipa::path(
    get,
    path = "/characters/{id}/appearances",
    operation_id = "list_appearances",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Number on MyAnimeList"), PageParams),
    responses((status = 200, body = AppearancePart), Invalid, NotFound, Unavailable),
)]
pub(crate) async fn appearances(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    page: AskedPage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, page) = (CharacterId::new(number(id)?), page_of(page)?);
    let make = async || {
        let appearances = state.extras.appearances(id, page).await?;
        super::json(&AppearancePart::new(appearances, &state.pictures))
    };
    shared_json(&state, format!("character/{id}/{page}"), make, &headers).await
}
