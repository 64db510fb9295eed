//! The slides of the home page's hero.

use serde::{Deserialize, Serialize};

use crate::anime::MalId;

/// Slides that a hero shows at most.
pub const HERO_SLIDES: usize = 10;

/// One slide.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeroSlide {
    /// Stable name: `mal-16498` for a title of the catalogue, `kitsu-123` for any other.
    pub id: String,
    /// The title in the catalogue.
    pub mal_id: Option<MalId>,
    /// Its address.
    pub slug: Option<String>,
    /// Main title.
    pub title: String,
    /// English title.
    #[serde(default)]
    pub title_english: Option<String>,
    /// Japanese title.
    #[serde(default)]
    pub title_japanese: Option<String>,
    /// A real picture; `None` means drawn.
    pub image_url: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Mean rating in percent.
    pub rating: Option<f64>,
}
