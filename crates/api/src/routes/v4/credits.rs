//! Single people and characters: `GET /v4/people/{id}` and `/v4/characters/{id}` with their parts
//!
//! A person who is only mentioned by titles may soon have a full record. Their credits were stated by many sources, so
//! such an answer has no time.

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::{
    Result,
    extras::{self, CharacterId, CreditedCharacter, CreditedPerson, KnownRecord, PersonId},
};
use serde::Serialize;

use super::{
    answer::{Body, CachePolicy, answer},
    error::JikanError,
    params::{SentId, number},
};
use crate::{
    dto::v4::{
        Appearance, Character, CharacterImages, Data, FullCharacter, FullPerson, Person, Picture,
        StaffCredit, VoiceActor, VoiceRole,
    },
    state::CatalogueState,
};

/// The list of manga, always empty: Mitai knows nothing of manga.
const NO_MANGA: [(); 0] = [];

/// Wraps the facts of a person or a character, without their titles.
fn of_record<T: Serialize, R>(data: T, known: &KnownRecord<R>) -> Result<Body> {
    Body::known(&Data { data }, Some(known.provenance.as_of), known.is_whole)
}

/// Wraps the credits of a person or a character.
fn of_credits<T: Serialize, R>(data: T, known: &KnownRecord<R>) -> Result<Body> {
    Body::known(&Data { data }, None, known.is_whole)
}

async fn shown_person(
    state: &CatalogueState,
    id: SentId,
    part: &str,
    headers: &HeaderMap,
    show: impl FnOnce(&KnownRecord<extras::Person>) -> Result<Body> + Send,
) -> Result<Response, JikanError> {
    let id = PersonId::new(number(id)?);
    let make = async || show(&state.extras.known_person(id).await?);
    let name = format!("v4/people/{id}{part}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

async fn shown_credits_of_person(
    state: &CatalogueState,
    id: SentId,
    part: &str,
    headers: &HeaderMap,
    show: impl FnOnce(&CreditedPerson) -> Result<Body> + Send,
) -> Result<Response, JikanError> {
    let id = PersonId::new(number(id)?);
    let make = async || show(&state.extras.credited_person(id).await?);
    let name = format!("v4/people/{id}{part}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

async fn shown_character(
    state: &CatalogueState,
    id: SentId,
    part: &str,
    headers: &HeaderMap,
    show: impl FnOnce(&KnownRecord<extras::Character>) -> Result<Body> + Send,
) -> Result<Response, JikanError> {
    let id = CharacterId::new(number(id)?);
    let make = async || show(&state.extras.known_character(id).await?);
    let name = format!("v4/characters/{id}{part}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

async fn shown_credits_of_character(
    state: &CatalogueState,
    id: SentId,
    part: &str,
    headers: &HeaderMap,
    show: impl FnOnce(&CreditedCharacter) -> Result<Body> + Send,
) -> Result<Response, JikanError> {
    let id = CharacterId::new(number(id)?);
    let make = async || show(&state.extras.credited_character(id).await?);
    let name = format!("v4/characters/{id}{part}");
    answer(state, name, CachePolicy::Day, make, headers).await
}

/// A person.
pub(super) async fn person(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_person(&state, id, "", &headers, |found| {
        of_record(Person::from(&found.record), found)
    })
    .await
}

/// A person with their credits.
pub(super) async fn full_person(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_credits_of_person(&state, id, "/full", &headers, |found| {
        let CreditedPerson {
            person,
            roles,
            staff,
        } = found;
        let data = FullPerson::new(&person.record, &staff.items, &roles.items);
        of_credits(data, person)
    })
    .await
}

/// The titles that a person worked on.
pub(super) async fn person_anime(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_credits_of_person(&state, id, "/anime", &headers, |found| {
        let staff = found.staff.items.iter();
        let data: Vec<StaffCredit<'_>> = staff.map(StaffCredit::from).collect();
        of_credits(data, &found.person)
    })
    .await
}

/// The characters that a person voices.
pub(super) async fn person_voices(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_credits_of_person(&state, id, "/voices", &headers, |found| {
        of_credits(VoiceRole::each_once(&found.roles.items), &found.person)
    })
    .await
}

/// The manga that a person worked on: none is known.
pub(super) async fn person_manga(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_person(&state, id, "/manga", &headers, |found| {
        of_credits(NO_MANGA, found)
    })
    .await
}

/// A person's portrait.
pub(super) async fn person_pictures(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_person(&state, id, "/pictures", &headers, |found| {
        let portrait = found.record.image_url.as_deref().into_iter();
        let data: Vec<Picture<'_>> = portrait.map(|at| Picture::of(Some(at))).collect();
        of_record(data, found)
    })
    .await
}

/// A character.
pub(super) async fn character(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_character(&state, id, "", &headers, |found| {
        of_record(Character::from(&found.record), found)
    })
    .await
}

/// A character with their appearances and voice actors.
pub(super) async fn full_character(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_credits_of_character(&state, id, "/full", &headers, |found| {
        let CreditedCharacter {
            character,
            appearances,
            voices,
        } = found;
        let data = FullCharacter::new(&character.record, &appearances.items, voices);
        of_credits(data, character)
    })
    .await
}

/// The titles in which a character appears.
pub(super) async fn character_anime(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_credits_of_character(&state, id, "/anime", &headers, |found| {
        let appearances = found.appearances.items.iter();
        let data: Vec<Appearance<'_>> = appearances.map(Appearance::from).collect();
        of_credits(data, &found.character)
    })
    .await
}

/// The voice actors of a character.
pub(super) async fn character_voices(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_credits_of_character(&state, id, "/voices", &headers, |found| {
        let data: Vec<VoiceActor<'_>> = found.voices.iter().map(VoiceActor::from).collect();
        of_credits(data, &found.character)
    })
    .await
}

/// The manga in which a character appears: none is known.
pub(super) async fn character_manga(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_character(&state, id, "/manga", &headers, |found| {
        of_credits(NO_MANGA, found)
    })
    .await
}

/// A character's portrait.
pub(super) async fn character_pictures(
    state: State<Arc<CatalogueState>>,
    id: SentId,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    shown_character(&state, id, "/pictures", &headers, |found| {
        let portrait = found.record.image_url.as_deref().into_iter();
        let portrait = portrait.map(|at| CharacterImages::of(Some(at)));
        let data: Vec<CharacterImages<'_>> = portrait.collect();
        of_record(data, found)
    })
    .await
}
