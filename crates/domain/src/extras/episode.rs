//! Episodes.

use jiff::civil::Date;
use serde::Serialize;

/// An episode of a title. `None` means "not known".
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Episode {
    /// The episode's number, counted from 1.
    pub number: u32,
    /// English title.
    pub title: Option<String>,
    /// Title in Japanese script.
    pub title_japanese: Option<String>,
    /// The Japanese title in Latin letters.
    pub title_romaji: Option<String>,
    /// Day of the first broadcast, in Japan.
    pub aired: Option<Date>,
    /// Mean score from 1 to 5.
    pub score: Option<f64>,
    /// Whether the episode is filler: no part of the story that the title adapts.
    pub is_filler: bool,
    /// Whether the episode is a recap of what came before.
    pub is_recap: bool,
    /// Address of the episode's page at the source.
    pub url: Option<String>,
    /// Address of the episode's discussion at the source.
    pub forum_url: Option<String>,
}
