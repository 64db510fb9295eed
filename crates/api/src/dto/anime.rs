//! Titles.

use app::catalogue::{Page, Suggestion};
use domain::{
    anime::{CompanyRole, RelationTarget, TagKind},
    catalogue::{AnimeRecord, AnimeSummary},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::text::shortened;

/// Longest synopsis on a card, in characters; four lines of it are shown.
const CARD_SYNOPSIS: usize = 200;

/// A page of a list of titles.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnimePage {
    items: Vec<AnimeCard>,
    /// Number of this page, from 1.
    page: u32,
    /// How many pages there are, at least 1.
    total_pages: u32,
    /// How many titles the whole list has.
    total: u32,
    /// When the newest of these facts were given (RFC 3339).
    #[schema(required)]
    as_of: Option<String>,
    /// Where the newest of these facts come from.
    #[schema(required)]
    source: Option<String>,
}

/// What a card shows of a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnimeCard {
    /// Id on MyAnimeList.
    mal_id: u32,
    /// Last part of the title page's address.
    slug: String,
    title: String,
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// `TV`, `Movie`, `OVA`, `ONA`, `Special`, …
    #[schema(required)]
    r#type: Option<String>,
    /// Year of the first episode.
    #[schema(required)]
    year: Option<u16>,
    #[schema(required)]
    episodes: Option<u32>,
    /// `Finished Airing`, `Currently Airing` or `Not yet aired`.
    #[schema(required)]
    status: Option<String>,
    /// Mean score from 1 to 10.
    #[schema(required)]
    score: Option<f64>,
    /// Number of votes.
    #[schema(required)]
    scored_by: Option<u32>,
    /// Place by members, 1 is most popular.
    #[schema(required)]
    popularity: Option<u32>,
    genres: Vec<String>,
    /// The beginning of the synopsis.
    #[schema(required)]
    synopsis: Option<String>,
    /// Address of a poster; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    /// One, and one for each prequel and sequel.
    seasons: u32,
    /// Whether the relations that `seasons` counts are known.
    seasons_known: bool,
}

/// Titles that somebody who is typing may look for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Suggestions {
    /// The best first, at most 8.
    items: Vec<SuggestedTitle>,
}

/// A title and why it is suggested.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestedTitle {
    /// Id on MyAnimeList.
    mal_id: u32,
    /// Last part of the title page's address.
    slug: String,
    title: String,
    #[schema(required)]
    title_english: Option<String>,
    /// Which of its names matches what is typed.
    name: String,
    /// `TV`, `Movie`, `OVA`, `ONA`, `Special`, …
    #[schema(required)]
    r#type: Option<String>,
    /// Year of the first episode.
    #[schema(required)]
    year: Option<u16>,
    /// Address of a poster; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
}

impl From<Vec<Suggestion>> for Suggestions {
    fn from(suggestions: Vec<Suggestion>) -> Self {
        let items = suggestions.into_iter();
        let items = items.map(|Suggestion { title, name }| SuggestedTitle {
            mal_id: title.mal_id.get(),
            slug: title.slug,
            title: title.title,
            title_english: title.title_english,
            name,
            r#type: title.kind,
            year: title.year,
            image_url: title.image_url,
        });
        Self {
            items: items.collect(),
        }
    }
}

/// All that a title page shows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnimeDetails {
    #[serde(flatten)]
    card: AnimeCard,
    title_synonyms: Vec<String>,
    /// Age rating.
    #[schema(required)]
    rating: Option<String>,
    /// What it was made from.
    #[schema(required)]
    source: Option<String>,
    /// Length of an episode, as text.
    #[schema(required)]
    duration: Option<String>,
    /// `winter`, `spring`, `summer` or `fall`.
    #[schema(required)]
    season: Option<String>,
    /// When it is or was aired, as text.
    #[schema(required)]
    aired: Option<String>,
    /// Place by score, 1 is best.
    #[schema(required)]
    rank: Option<u32>,
    #[schema(required)]
    members: Option<u32>,
    #[schema(required)]
    favorites: Option<u32>,
    studios: Vec<String>,
    themes: Vec<String>,
    demographics: Vec<String>,
    /// Notes on its making.
    #[schema(required)]
    background: Option<String>,
    /// Address of a large poster; `null` means drawn.
    #[schema(required)]
    large_image_url: Option<String>,
    relations: Vec<RelationGroup>,
    /// When these facts were given (RFC 3339).
    as_of: String,
    /// Where they come from.
    provenance: String,
}

/// Related works of one kind.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelationGroup {
    /// `Sequel`, `Side Story`, …
    kind: String,
    entries: Vec<RelatedWork>,
}

/// One related work.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelatedWork {
    mal_id: u32,
    r#type: WorkType,
    /// As the source of the relation names it.
    name: String,
    /// English title; `null` where it has none or the catalogue does not hold it.
    #[schema(required)]
    title_english: Option<String>,
    /// Last part of its title page's address; `null` where the catalogue does not hold it.
    #[schema(required)]
    slug: Option<String>,
}

/// Sort of a related work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkType {
    Anime,
    Manga,
}

impl From<Page> for AnimePage {
    fn from(page: Page) -> Self {
        Self {
            items: page.items.into_iter().map(AnimeCard::from).collect(),
            page: page.page,
            total_pages: page.total_pages,
            total: page.total,
            as_of: page.provenance.as_ref().map(|p| p.as_of.to_string()),
            source: page.provenance.map(|p| p.source),
        }
    }
}

impl From<AnimeSummary> for AnimeCard {
    fn from(title: AnimeSummary) -> Self {
        Self {
            mal_id: title.mal_id.get(),
            slug: title.slug,
            title: title.title,
            title_english: title.title_english,
            title_japanese: title.title_japanese,
            r#type: title.kind,
            year: title.year,
            episodes: title.episodes,
            status: title.status.map(|status| status.as_jikan().into()),
            score: title.score,
            scored_by: title.scored_by,
            popularity: title.popularity,
            genres: title.genres,
            synopsis: title.synopsis.map(|text| shortened(&text, CARD_SYNOPSIS)),
            image_url: title.image_url,
            seasons: title.seasons.unwrap_or(1),
            seasons_known: title.seasons.is_some(),
        }
    }
}

impl From<AnimeRecord> for AnimeDetails {
    fn from(record: AnimeRecord) -> Self {
        let card = AnimeCard {
            // A card shows its beginning only
            synopsis: record.anime.synopsis.clone(),
            ..AnimeCard::from(record.summary())
        };
        let relations = relations(&record);
        let AnimeRecord {
            anime, provenance, ..
        } = record;
        let companies = anime.companies.iter();
        Self {
            studios: companies
                .filter(|company| company.role == CompanyRole::Studio)
                .map(|company| company.name.clone())
                .collect(),
            themes: anime.tag_names(TagKind::Theme),
            demographics: anime.tag_names(TagKind::Demographic),
            title_synonyms: anime.synonyms,
            rating: anime.rating,
            source: anime.source,
            duration: anime.duration,
            season: anime.season.map(|season| season.as_str().into()),
            aired: anime.aired.text,
            rank: anime.rank,
            members: anime.members,
            favorites: anime.favorites,
            background: anime.background,
            large_image_url: anime
                .images
                .jpg
                .large_image_url
                .or_else(|| card.image_url.clone()),
            card,
            relations,
            as_of: provenance.as_of.to_string(),
            provenance: provenance.source,
        }
    }
}

/// Relations grouped by kind, in the order in which the kinds first come.
fn relations(record: &AnimeRecord) -> Vec<RelationGroup> {
    let mut groups: Vec<RelationGroup> = Vec::new();
    for relation in record.anime.relations.iter().flatten() {
        let anime = relation.target == RelationTarget::Anime;
        let held = record
            .related
            .iter()
            .find(|title| anime && title.mal_id.get() == relation.id);
        let work = RelatedWork {
            mal_id: relation.id,
            r#type: if anime {
                WorkType::Anime
            } else {
                WorkType::Manga
            },
            name: relation.name.clone(),
            title_english: held.and_then(|title| title.title_english.clone()),
            slug: held.map(|title| title.slug.clone()),
        };
        match groups.iter_mut().find(|group| relation.is(&group.kind)) {
            Some(group) => group.entries.push(work),
            None => groups.push(RelationGroup {
                kind: relation.kind.clone(),
                entries: vec![work],
            }),
        }
    }
    groups
}
