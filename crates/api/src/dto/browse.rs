//! Browsing.

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

/// A part of the titles that the filters let through.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BrowsePage {
    /// At most 25.
    items: Vec<AnimeCard>,
    /// How many titles the filters let through.
    total: u32,
    /// `cursor` of the part that follows; `null` if this is the last one.
    #[schema(required)]
    next: Option<String>,
    /// What each choice would leave; `null` with a cursor.
    #[schema(required)]
    facets: Option<BrowseFacets>,
    /// When the newest of these facts were given (RFC 3339).
    #[schema(required)]
    as_of: Option<String>,
    /// Where the newest of these facts come from.
    #[schema(required)]
    source: Option<String>,
}

/// How many titles each choice would leave if it were made, with all filters of other sorts as they
/// are.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BrowseFacets {
    /// By group and name; each group is a sort of its own. For one in `without`: as if it were
    /// wanted instead.
    genres: Vec<GenreChoice>,
    /// Forms of publication, those with most titles in the catalogue first.
    types: Vec<NamedChoice>,
    /// `upcoming`, `airing`, `finished`.
    statuses: Vec<WordChoice>,
    /// `winter`, `spring`, `summer`, `fall`.
    seasons: Vec<WordChoice>,
    /// Years in which titles began, the last first.
    years: Vec<NumberChoice>,
    /// Least scores, the highest first.
    min_scores: Vec<NumberChoice>,
    /// Usual numbers of episodes, as ranges.
    episodes: Vec<WordChoice>,
}

/// A genre, theme or demographic to choose.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GenreChoice {
    /// What the parameters call it.
    value: String,
    /// Its English name.
    name: String,
    group: GenreGroup,
    titles: u32,
}

/// The lists that MyAnimeList keeps genres in.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GenreGroup {
    Genre,
    Theme,
    Demographic,
}

/// Something with a name to choose.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedChoice {
    /// What the parameter calls it.
    value: String,
    name: String,
    titles: u32,
}

/// A word to choose.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WordChoice {
    value: String,
    titles: u32,
}

/// A number to choose.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NumberChoice {
    value: u32,
    titles: u32,
}

impl BrowsePage {
    /// A part of which `next` is where it goes on.
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
