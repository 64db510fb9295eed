//! What Kitsu knows of titles beside their records: characters and episodes.
//!
//! None of it is captured. What is asked and how it is read follows public sources, at least two of each form:
//!
//! - Paging by `page[limit]` and `page[offset]`, 20 at most, and `meta.count`: Kitsu's documentation
//!   (`hummingbird-me/api-docs`, `apiary.apib`, "Pagination") and its server (`hummingbird-me/kitsu-server`,
//!   `config/initializers/jsonapi-resources.rb`).
//! - `mappings` by `externalSite` and `externalId` with their `item`: the documentation ("Mappings"), the server
//!   (`app/resources/mapping_resource.rb`) and many clients.
//! - `anime/{id}/episodes` by `number`: the documentation ("Episodes", where `airdate` is the attribute; the newer
//!   `api/schemas/resources/episode.yml` writes `airDate`, so both are read), the server (`episode_resource.rb`) and the
//!   Android client `Drumber/Kitsune` (`NetworkEpisode.kt`).
//! - `castings` by `mediaId`, `mediaType`, `isCharacter` and `language`, featured ones first: the documentation
//!   ("Castings"), the server (`casting_resource.rb`) and `Drumber/Kitsune` (`NetworkCasting.kt`).
//! - `malId` of characters: the documentation, the server (`character_resource.rb`) and `NetworkCharacter.kt`. That of people
//!   is a number in the documentation, but the server has put the text "Moved to mappings relationship." in its place
//!   since 2020 (`person_resource.rb`), and gives no way from a person to their mappings. A voice is taken where there is a
//!   number.
//!
//! Only what tells things apart must be there, numbers and names.

use std::collections::HashMap;

use domain::{
    anime::MalId,
    extras::{
        CastMember, CastRole, CharacterId, CharacterMention, Episode, Extra, PersonId,
        PersonMention, Voice,
    },
    provider::ProviderError,
};

use super::document::{Document, related};
use crate::fields::Fields;

/// Kitsu's name of the site whose numbers of titles Mitai uses.
pub(super) const SITE: &str = "myanimelist/anime";

/// A page of an extra in Kitsu's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct KitsuPage {
    /// The part of the extra that the page has.
    pub extra: Extra,
    /// The number of the extra's pages, at least 1.
    pub pages: u32,
    /// Whether Kitsu has nothing on this page.
    pub is_blank: bool,
}

/// Reads Kitsu's number of a title from an answer of `mappings`; `None` where Kitsu knows none.
pub fn parse_number(json: &[u8], id: MalId) -> Result<Option<u32>, ProviderError> {
    let document = Document::parse(json)?;
    let number = document.items().find_map(|mapping| {
        let attributes = mapping.object("attributes");
        // A server that ignores filters answers with mappings of other titles
        let is_of_it = attributes.str("externalSite") == Some(SITE)
            && attributes.number("externalId") == Some(id.get());
        let number = related(mapping, "item").filter(|_| is_of_it)?;
        number.parse().ok()
    });
    Ok(number)
}

/// Reads page `page` of the episodes; those that have only a number are left out.
pub fn parse_episodes(json: &[u8], page: u32) -> Result<KitsuPage, ProviderError> {
    let document = Document::parse(json)?;
    let episodes = document.items().filter_map(episode).collect();
    Ok(KitsuPage {
        extra: Extra::Episodes(episodes),
        pages: document.pages(page),
        is_blank: document.is_blank(),
    })
}

fn episode(item: Fields<'_>) -> Option<Episode> {
    let attributes = item.object("attributes");
    let number = attributes.number("number").filter(|number| *number > 0)?;
    let titles = attributes.object("titles");
    // Kitsu makes up titles of episodes from their numbers
    let stands_in = format!("Episode {number}");
    let told = |title: Option<String>| title.filter(|title| title.trim() != stands_in);
    let translated = ["en_us", "en"]
        .into_iter()
        .find_map(|language| told(titles.text(language)));
    let romaji = told(titles.text("en_jp"));
    let japanese = told(titles.text("ja_jp"));
    let canonical = told(attributes.text("canonicalTitle"))
        .filter(|title| ![&romaji, &japanese].contains(&&Some(title.clone())));
    let episode = Episode {
        number,
        title: translated.or(canonical),
        title_japanese: japanese,
        title_romaji: romaji,
        aired: attributes
            .day("airdate")
            .or_else(|| attributes.day("airDate")),
        score: None,
        is_filler: false,
        is_recap: false,
        url: None,
        forum_url: None,
    };
    let says_more = episode.aired.is_some()
        || [
            &episode.title,
            &episode.title_japanese,
            &episode.title_romaji,
        ]
        .into_iter()
        .any(Option::is_some);
    says_more.then_some(episode)
}

/// Reads page `page` of the characters whose number on MyAnimeList Kitsu knows, each once, with the voices whose number
/// it knows.
pub fn parse_cast(json: &[u8], page: u32) -> Result<KitsuPage, ProviderError> {
    let document = Document::parse(json)?;
    let (characters, people) = (document.included("characters"), document.included("people"));
    let mut cast: Vec<CastMember> = Vec::new();
    for casting in document.items() {
        let Some(character) = mentioned(casting, &characters) else {
            continue;
        };
        let voice = voice(casting, &people);
        match cast.iter_mut().find(|it| it.character.id == character.id) {
            Some(member) => member.voices.extend(voice),
            None => cast.push(CastMember {
                character,
                role: role(casting),
                voices: voice.into_iter().collect(),
            }),
        }
    }
    Ok(KitsuPage {
        extra: Extra::Characters(cast),
        pages: document.pages(page),
        is_blank: document.is_blank(),
    })
}

fn role(casting: Fields<'_>) -> CastRole {
    if casting.object("attributes").is_true("featured") {
        CastRole::Main
    } else {
        CastRole::Supporting
    }
}

fn mentioned(
    casting: Fields<'_>,
    characters: &HashMap<&str, Fields<'_>>,
) -> Option<CharacterMention> {
    let of = *characters.get(related(casting, "character")?)?;
    Some(CharacterMention {
        id: CharacterId::new(mal_id(of)?),
        name: of.text("canonicalName").or_else(|| of.text("name"))?,
        image_url: portrait(of),
        favorites: None,
    })
}

fn voice(casting: Fields<'_>, people: &HashMap<&str, Fields<'_>>) -> Option<Voice> {
    let of = *people.get(related(casting, "person")?)?;
    Some(Voice {
        person: PersonMention {
            id: PersonId::new(mal_id(of)?),
            name: of.text("name")?,
            image_url: portrait(of),
        },
        language: casting.object("attributes").text("language")?,
    })
}

fn mal_id(of: Fields<'_>) -> Option<u32> {
    of.number("malId").filter(|id| *id > 0)
}

/// An object with sizes, or, of people in the documentation, an address.
fn portrait(of: Fields<'_>) -> Option<String> {
    of.object("image")
        .url("original")
        .or_else(|| of.url("image"))
}
