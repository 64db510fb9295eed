//! Cards and pages of titles.

use app::catalogue::Page;
use domain::{anime::Synopsis, catalogue::AnimeSummary, rating::Estimate};
use serde::Serialize;
use utoipa::ToSchema;

use super::ratings::rounded;
use crate::{pictures::Pictures, text::shortened};

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
    /// When the source gave the newest of these facts (RFC 3339); `null` on an empty page.
    #[schema(required)]
    as_of: Option<String>,
    /// The source of the newest of these facts, such as `jikan`; `null` on an empty page.
    #[schema(required)]
    source: Option<String>,
}

/// The facts on a title's card.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnimeCard {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// Last part of the title page's address.
    slug: String,
    title: String,
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// The form of publication: `TV`, `Movie`, `OVA`, `ONA`, `Special`, …; `null` where it is not known.
    #[schema(required)]
    r#type: Option<String>,
    /// The year that the source names, else that of the first day; `null` where neither is known.
    #[schema(required)]
    year: Option<u16>,
    #[schema(required)]
    episodes: Option<u32>,
    /// The airing status: `Finished Airing`, `Currently Airing` or `Not yet aired`; `null` where it is not known.
    #[schema(required)]
    status: Option<String>,
    /// The mean score at the source, from 1 to 10; `null` where there is none.
    #[schema(required)]
    score: Option<f64>,
    /// The lower end of the score's 95 % interval, estimated as in the title's ratings; `null` where the number of
    /// votes is unknown or below two.
    #[schema(required)]
    score_low: Option<f64>,
    /// The upper end of the same interval; `null` where `score_low` is.
    #[schema(required)]
    score_high: Option<f64>,
    /// The number of votes behind `score`; `null` where the source does not tell it.
    #[schema(required)]
    scored_by: Option<u32>,
    /// The rank by members at the source: 1 is the most popular; `null` where it is not known.
    #[schema(required)]
    popularity: Option<u32>,
    genres: Vec<String>,
    /// The beginning of the synopsis; in the details of a title, all of it.
    #[schema(required)]
    pub(super) synopsis: Option<String>,
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// The number of seasons: the title itself, and one for each prequel and sequel.
    seasons: u32,
    /// Whether the relations that `seasons` counts are known.
    seasons_known: bool,
}

impl AnimePage {
    /// Builds the answer from a page of titles.
    pub(crate) fn new(page: Page, pictures: &Pictures) -> Self {
        Self {
            items: AnimeCard::all(page.items, pictures),
            page: page.page,
            total_pages: page.total_pages,
            total: page.total,
            as_of: page.provenance.as_ref().map(|p| p.as_of.to_string()),
            source: page.provenance.map(|p| p.source),
        }
    }
}

impl AnimeCard {
    /// Builds a card for each title.
    pub(super) fn all(titles: Vec<AnimeSummary>, pictures: &Pictures) -> Vec<Self> {
        let titles = titles.into_iter();
        titles.map(|title| Self::new(title, pictures)).collect()
    }

    /// Builds a card from a title's facts.
    pub(super) fn new(title: AnimeSummary, pictures: &Pictures) -> Self {
        let votes = title.score.zip(title.scored_by);
        let estimate = votes.and_then(|(mean, raters)| Estimate::of_mean(mean, raters));
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
            r#type: title.kind,
            year: title.year,
            episodes: title.episodes,
            status: title.status.map(|status| status.as_jikan().into()),
            score: title.score,
            score_low: estimate.map(|it| rounded(it.low)),
            score_high: estimate.map(|it| rounded(it.high)),
            scored_by: title.scored_by,
            popularity: title.popularity,
            genres: title.genres,
            synopsis: title
                .synopsis
                .map(|text| shortened(Synopsis::read(&text).text, CARD_SYNOPSIS)),
            seasons: title.seasons.unwrap_or(1),
            seasons_known: title.seasons.is_some(),
        }
    }
}
