//! Browsing titles by filters.

use domain::{
    anime::TagKind,
    browse::{Choice, Facets},
    catalogue::AnimeSummary,
    provenance::Provenance,
    slug::words,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    anime::AnimeCard,
    names::{range_text, status_name},
};
use crate::pictures::Pictures;

/// A page of the titles that match the filters.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BrowsePage {
    /// The titles of this page: at most 25.
    items: Vec<AnimeCard>,
    /// The number of all titles that match the filters.
    total: u32,
    /// The `cursor` of the next page; `null` on the last page.
    #[schema(required)]
    next: Option<String>,
    /// How many titles each further choice would leave; `null` where the request has a cursor.
    #[schema(required)]
    facets: Option<BrowseFacets>,
    /// When the source gave the newest of these facts (RFC 3339); `null` on an empty page.
    #[schema(required)]
    as_of: Option<String>,
    /// The source of the newest of these facts, such as `jikan`; `null` on an empty page.
    #[schema(required)]
    source: Option<String>,
}

/// How many titles each choice would leave if it were made, with all filters of other sorts as they
/// are.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BrowseFacets {
    /// Genres, themes and demographics, by group and name; each group is a sort of its own. The choice of one in
    /// `without` counts as if it were wanted instead.
    genres: Vec<GenreChoice>,
    /// Forms of publication, those with most titles in the catalogue first.
    types: Vec<NamedChoice>,
    /// The airing statuses `upcoming`, `airing` and `finished`.
    statuses: Vec<WordChoice>,
    /// The seasons `winter`, `spring`, `summer` and `fall`.
    seasons: Vec<WordChoice>,
    /// The years in which titles began, the latest first.
    years: Vec<NumberChoice>,
    /// Minimum mean scores in whole points, the highest first.
    min_scores: Vec<NumberChoice>,
    /// Common ranges of the number of episodes.
    episodes: Vec<WordChoice>,
}

/// A genre, theme or demographic as a choice.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GenreChoice {
    /// The choice's value in the request's parameters.
    value: String,
    /// The English name of the genre, theme or demographic.
    name: String,
    group: GenreGroup,
    titles: u32,
}

/// The group in which MyAnimeList lists a genre.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GenreGroup {
    Genre,
    Theme,
    Demographic,
}

/// A choice with a display name, such as a form of publication.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedChoice {
    /// The choice's value in the request's parameter.
    value: String,
    name: String,
    titles: u32,
}

/// A choice that is a word, such as a season.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WordChoice {
    value: String,
    titles: u32,
}

/// A choice that is a number, such as a year.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NumberChoice {
    value: u32,
    titles: u32,
}

impl BrowsePage {
    /// Builds a page, where `next` is the cursor of the following one.
    pub(crate) fn new(
        items: Vec<AnimeSummary>,
        total: u32,
        next: Option<String>,
        facets: Option<Facets>,
        provenance: Option<Provenance>,
        pictures: &Pictures,
    ) -> Self {
        Self {
            items: AnimeCard::all(items, pictures),
            total,
            next,
            facets: facets.map(BrowseFacets::from),
            as_of: provenance.as_ref().map(|from| from.as_of.to_string()),
            source: provenance.map(|from| from.source),
        }
    }
}

impl From<Facets> for BrowseFacets {
    fn from(facets: Facets) -> Self {
        let genres = facets.genres.into_iter().map(|choice| GenreChoice {
            value: choice.word,
            group: choice.genre.kind.into(),
            name: choice.genre.name,
            titles: choice.titles,
        });
        let types = facets.kinds.into_iter().map(|choice| NamedChoice {
            value: words(&choice.value),
            name: choice.value,
            titles: choice.titles,
        });
        Self {
            genres: genres.collect(),
            types: types.collect(),
            statuses: by_word(facets.statuses, |status| status_name(status).into()),
            seasons: by_word(facets.seasons, |season| season.as_str().into()),
            years: by_number(facets.years),
            min_scores: by_number(facets.scores),
            episodes: by_word(facets.episodes, range_text),
        }
    }
}

impl From<TagKind> for GenreGroup {
    fn from(kind: TagKind) -> Self {
        match kind {
            TagKind::Genre | TagKind::ExplicitGenre => Self::Genre,
            TagKind::Theme => Self::Theme,
            TagKind::Demographic => Self::Demographic,
        }
    }
}

fn by_word<T>(choices: Vec<Choice<T>>, word: impl Fn(T) -> String) -> Vec<WordChoice> {
    let choices = choices.into_iter().map(|choice| WordChoice {
        value: word(choice.value),
        titles: choice.titles,
    });
    choices.collect()
}

fn by_number<T: Into<u32>>(choices: Vec<Choice<T>>) -> Vec<NumberChoice> {
    let choices = choices.into_iter().map(|choice| NumberChoice {
        value: choice.value.into(),
        titles: choice.titles,
    });
    choices.collect()
}
