//! The hero's slides.

use serde::Serialize;
use utoipa::ToSchema;

/// The slides of the home page's hero.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hero {
    items: Vec<HeroSlide>,
    /// When this was given (RFC 3339).
    #[schema(required)]
    as_of: Option<String>,
    /// Where it comes from.
    #[schema(required)]
    source: Option<String>,
}

/// One slide.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeroSlide {
    /// `mal-16498` for a title of the catalogue, `kitsu-123` for any other.
    id: String,
    /// Id on MyAnimeList; `null` where the catalogue does not hold it.
    #[schema(required)]
    mal_id: Option<u32>,
    /// Last part of the title page's address.
    #[schema(required)]
    slug: Option<String>,
    title: String,
    /// Address of a cover; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    #[schema(required)]
    description: Option<String>,
    /// Mean rating in percent.
    #[schema(required)]
    rating: Option<f64>,
}

impl From<app::catalogue::Hero> for Hero {
    fn from(hero: app::catalogue::Hero) -> Self {
        Self {
            items: hero.slides.into_iter().map(HeroSlide::from).collect(),
            as_of: hero.provenance.as_ref().map(|p| p.as_of.to_string()),
            source: hero.provenance.map(|p| p.source),
        }
    }
}

impl From<domain::hero::HeroSlide> for HeroSlide {
    fn from(slide: domain::hero::HeroSlide) -> Self {
        Self {
            id: slide.id,
            mal_id: slide.mal_id.map(domain::anime::MalId::get),
            slug: slide.slug,
            title: slide.title,
            image_url: slide.image_url,
            description: slide.description,
            rating: slide.rating,
        }
    }
}
