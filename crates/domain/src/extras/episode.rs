//! Episodes.

use jiff::civil::Date;
use serde::Serialize;

/// An episode of a title. `None` means "not known".
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Episode {
    /// Its number, from 1.
    pub number: u32,
    /// English title.
    pub title: Option<String>,
    /// Title in Japanese script.
    pub title_japanese: Option<String>,
    /// The same in Latin letters.
    pub title_romaji: Option<String>,
    /// Day of the first broadcast, in Japan.
    pub aired: Option<Date>,
    /// Mean score from 1 to 5.
    pub score: Option<f64>,
    /// Whether it is not of the story that the title adapts.
    pub is_filler: bool,
    /// Whether it tells again what came before.
    pub is_recap: bool,
    /// Its page at the source.
    pub url: Option<String>,
    /// Where it is talked about there.
    pub forum_url: Option<String>,
}
