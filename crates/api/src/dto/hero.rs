//! The slides of the home page's hero.

use serde::Serialize;
use utoipa::ToSchema;

use crate::pictures::Pictures;

/// The slides of the home page's hero.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hero {
    items: Vec<HeroSlide>,
    /// When the source gave the slides (RFC 3339); `null` where there are none.
    #[schema(required)]
    as_of: Option<String>,
    /// The source of the slides; `null` where there are none.
    #[schema(required)]
    source: Option<String>,
}

/// A slide of the home page's hero.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeroSlide {
    /// The slide's id: `mal-16498` for a title of the catalogue, `kitsu-123` for any other.
    id: String,
    /// The title's id on MyAnimeList; `null` where the catalogue does not hold the title.
    #[schema(required)]
    mal_id: Option<u32>,
    /// Last part of the title page's address; `null` where the catalogue does not hold the title.
    #[schema(required)]
    slug: Option<String>,
    /// The main title where the catalogue holds it, else the title's name at the source.
    title: String,
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of the slide's background picture; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    #[schema(required)]
    description: Option<String>,
    /// The mean rating at the source in percent; `null` where there is none.
    #[schema(required)]
    rating: Option<f64>,
}

impl Hero {
    /// Builds the answer from the hero's slides.
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
