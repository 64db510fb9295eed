//! The slides of the home page's hero.

use serde::{Deserialize, Serialize};

use crate::anime::MalId;

/// The largest number of slides of a hero.
pub const HERO_SLIDES: usize = 10;

/// A slide of the home page's hero.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeroSlide {
    /// Stable name: `mal-16498` for a title of the catalogue, `kitsu-123` for any other.
    pub id: String,
    /// The title's id in the catalogue; `None` if the catalogue does not hold it.
    pub mal_id: Option<MalId>,
    /// The slug of the title's page; `None` if it is not known.
    pub slug: Option<String>,
    /// Main title.
    pub title: String,
    /// English title.
    #[serde(default)]
    pub title_english: Option<String>,
    /// Japanese title.
    #[serde(default)]
    pub title_japanese: Option<String>,
    /// Address of a picture at the source; `None` where the picture is drawn by Mitai.
    pub image_url: Option<String>,
    /// Description of the title.
    pub description: Option<String>,
    /// Mean rating in percent.
    pub rating: Option<f64>,
}
