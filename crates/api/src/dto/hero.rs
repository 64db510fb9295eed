//! The hero's slides.

use serde::Serialize;
use utoipa::ToSchema;

use crate::pictures::Pictures;

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
    /// Where the catalogue holds it its main title, else its name at the source.
    title: String,
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of a cover; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    #[schema(required)]
    description: Option<String>,
    /// Mean rating in percent.
    #[schema(required)]
    rating: Option<f64>,
}

impl Hero {
    /// Builds it from these slides, with `pictures`.
    pub(crate) fn new(hero: app::catalogue::Hero, pictures: &Pictures) -> Self {
        let slides = hero.slides.into_iter();
        Self {
            items: slides
                .map(|slide| HeroSlide::new(slide, pictures))
                .collect(),
            as_of: hero.provenance.as_ref().map(|p| p.as_of.to_string()),
            source: hero.provenance.map(|p| p.source),
        }
    }
}

impl HeroSlide {
    fn new(slide: domain::hero::HeroSlide, pictures: &Pictures) -> Self {
        Self {
            image_url: pictures.banner(&slide.id, slide.image_url.as_deref()),
            id: slide.id,
            mal_id: slide.mal_id.map(domain::anime::MalId::get),
            slug: slide.slug,
            title: slide.title,
            title_english: slide.title_english,
            title_japanese: slide.title_japanese,
            description: slide.description,
            rating: slide.rating,
        }
    }
}
