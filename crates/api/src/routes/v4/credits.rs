//! Single people and characters: `GET /v4/people/{id}` and `/v4/characters/{id}` with their parts

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::extras::{CharacterId, PersonId};

use super::{
    answer::{Body, CachePolicy, answer},
    error::JikanError,
    params::{Id, number},
};
use crate::{
    dto::v4::{
        Appearance, Character, CharacterImages, Data, FullCharacter, FullPerson, Person, Picture,
        StaffCredit, VoiceActor, VoiceRole,
    },
    state::CatalogueState,
};

/// Nothing of manga is known.
const NO_MANGA: Data<[(); 0]> = Data { data: [] };

/// Answers with a part of somebody.
async fn part(
    state: &CatalogueState,
    name: String,
    make: impl AsyncFnOnce() -> domain::Result<Body>,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let name = format!("v4/{name}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

/// A person.
pub(super) async fn person(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = PersonId::new(number(id)?);
    let make = async || {
        let known = state.extras.known_person(id).await?;
        let data = Person::from(&known.record);
        Body::known(&Data { data }, Some(known.provenance.as_of), known.is_whole)
    };
    part(&state, format!("people/{id}"), make, &headers).await
}

/// A person with what they are in.
pub(super) async fn full_person(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = PersonId::new(number(id)?);
    let make = async || {
        let extras = &state.extras;
        let known = extras.known_person(id).await?;
        let staff = extras.all_staff_credits(id).await?;
        let roles = extras.all_voice_roles(id).await?;
        let data = FullPerson::new(&known.record, &staff, &roles);
        Body::known(&Data { data }, Some(known.provenance.as_of), known.is_whole)
    };
    part(&state, format!("people/{id}/full"), make, &headers).await
}

/// What a person made.
pub(super) async fn person_anime(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = PersonId::new(number(id)?);
    let make = async || {
        let staff = state.extras.all_staff_credits(id).await?;
        let data: Vec<StaffCredit<'_>> = staff.iter().map(StaffCredit::from).collect();
        Body::of(&Data { data }, None)
    };
    part(&state, format!("people/{id}/anime"), make, &headers).await
}

/// Whom a person speaks.
pub(super) async fn person_voices(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = PersonId::new(number(id)?);
    let make = async || {
        let roles = state.extras.all_voice_roles(id).await?;
        let data = VoiceRole::each_once(&roles);
        Body::of(&Data { data }, None)
    };
    part(&state, format!("people/{id}/voices"), make, &headers).await
}

/// What a person made of manga.
pub(super) async fn person_manga(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = PersonId::new(number(id)?);
    let make = async || {
        state.extras.known_person(id).await?;
        Body::of(&NO_MANGA, None)
    };
    part(&state, format!("people/{id}/manga"), make, &headers).await
}

/// A person's portrait.
pub(super) async fn person_pictures(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = PersonId::new(number(id)?);
    let make = async || {
        let known = state.extras.known_person(id).await?;
        let portrait = known.record.image_url.as_deref();
        let data = portrait.map(|at| Picture::of(Some(at)));
        let data: Vec<Picture<'_>> = data.into_iter().collect();
        Body::known(&Data { data }, Some(known.provenance.as_of), known.is_whole)
    };
    part(&state, format!("people/{id}/pictures"), make, &headers).await
}

/// A character.
pub(super) async fn character(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = CharacterId::new(number(id)?);
    let make = async || {
        let known = state.extras.known_character(id).await?;
        let data = Character::from(&known.record);
        Body::known(&Data { data }, Some(known.provenance.as_of), known.is_whole)
    };
    part(&state, format!("characters/{id}"), make, &headers).await
}

/// A character with what they are in and who speaks them.
pub(super) async fn full_character(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = CharacterId::new(number(id)?);
    let make = async || {
        let extras = &state.extras;
        let known = extras.known_character(id).await?;
        let appearances = extras.all_appearances(id).await?;
        let voices = extras.voices_of(id).await?;
        let data = FullCharacter::new(&known.record, &appearances, &voices);
        Body::known(&Data { data }, Some(known.provenance.as_of), known.is_whole)
    };
    part(&state, format!("characters/{id}/full"), make, &headers).await
}

/// What a character is in.
pub(super) async fn character_anime(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = CharacterId::new(number(id)?);
    let make = async || {
        let appearances = state.extras.all_appearances(id).await?;
        let data: Vec<Appearance<'_>> = appearances.iter().map(Appearance::from).collect();
        Body::of(&Data { data }, None)
    };
    part(&state, format!("characters/{id}/anime"), make, &headers).await
}

/// Who speaks a character.
pub(super) async fn character_voices(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = CharacterId::new(number(id)?);
    let make = async || {
        let voices = state.extras.voices_of(id).await?;
        let data: Vec<VoiceActor<'_>> = voices.iter().map(VoiceActor::from).collect();
        Body::of(&Data { data }, None)
    };
    part(&state, format!("characters/{id}/voices"), make, &headers).await
}

/// What manga a character is in.
pub(super) async fn character_manga(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = CharacterId::new(number(id)?);
    let make = async || {
        state.extras.known_character(id).await?;
        Body::of(&NO_MANGA, None)
    };
    part(&state, format!("characters/{id}/manga"), make, &headers).await
}

/// A character's portrait.
pub(super) async fn character_pictures(
    State(state): State<Arc<CatalogueState>>,
    id: Id,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = CharacterId::new(number(id)?);
    let make = async || {
        let known = state.extras.known_character(id).await?;
        let portrait = known.record.image_url.as_deref();
        let data = portrait.map(|at| CharacterImages::of(Some(at)));
        let data: Vec<CharacterImages<'_>> = data.into_iter().collect();
        Body::known(&Data { data }, Some(known.provenance.as_of), known.is_whole)
    };
    part(&state, format!("characters/{id}/pictures"), make, &headers).await
}
