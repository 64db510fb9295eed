//! Suggestions for what a user is typing.

use app::catalogue::{Suggestion, extras::SuggestedNames};
use serde::Serialize;
use utoipa::ToSchema;

use super::mentions::{CharacterBody, PersonBody};
use crate::pictures::Pictures;

/// Suggested titles, people and characters for what a user is typing.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Suggestions {
    /// Titles, the best first, at most 8.
    items: Vec<SuggestedTitle>,
    /// People whose names begin with the text, at most 3.
    people: Vec<PersonBody>,
    /// Characters whose names begin with the text, at most 3.
    characters: Vec<CharacterBody>,
    /// Whether these people and characters come before the titles: the text is the whole name of one of them, and no
    /// title matches it but in the middle of a word, with typing errors, or by being alike.
    names_first: bool,
}

/// A suggested title, and the name that matches the text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestedTitle {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// Last part of the title page's address.
    slug: String,
    title: String,
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// The title's name that matches the text best.
    name: String,
    /// The form of publication: `TV`, `Movie`, `OVA`, `ONA`, `Special`, …; `null` where it is not known.
    #[schema(required)]
    r#type: Option<String>,
    /// The year that the source names, else that of the first day; `null` where neither is known.
    #[schema(required)]
    year: Option<u16>,
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
}

impl Suggestions {
    /// Builds the answer from the suggestions. Whether a title matches is known only once titles are `is_indexed`.
    pub(crate) fn new(
        titles: Vec<Suggestion>,
        names: SuggestedNames,
        is_indexed: bool,
        pictures: &Pictures,
    ) -> Self {
        let names_first =
            is_indexed && names.are_meant && titles.iter().all(|title| title.is_forgiven);
        let titles = titles.into_iter();
        let (people, characters) = (names.people.into_iter(), names.characters.into_iter());
        Self {
            items: titles
                .map(|title| SuggestedTitle::new(title, pictures))
                .collect(),
            people: people.map(|it| PersonBody::of(it, pictures)).collect(),
            characters: characters
                .map(|it| CharacterBody::of(it, pictures))
                .collect(),
            names_first,
        }
    }
}

impl SuggestedTitle {
    fn new(suggestion: Suggestion, pictures: &Pictures) -> Self {
        let Suggestion { title, name, .. } = suggestion;
        Self {
            image_url: pictures.poster(
                title.mal_id,
                title.image_url.as_deref(),
                title.large_image_url.as_deref(),
            ),
            mal_id: title.mal_id.get(),
            slug: title.slug,
            title: title.title,
            title_english: title.title_english,
            title_japanese: title.title_japanese,
            name,
            r#type: title.kind,
            year: title.year,
        }
    }
}
