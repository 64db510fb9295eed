//! Sources of facts and their ranks.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Source name of the catalogue inside the binary.
pub const BUILT_IN: &str = "built-in";
/// Source name of titles imported from anime-offline-database.
pub const OFFLINE_DATABASE: &str = "anime-offline-database";

/// Source name of facts from a Jikan-compatible provider.
pub const JIKAN: &str = "jikan";
/// Source name of facts from Kitsu.
pub const KITSU: &str = "kitsu";

/// The source of facts, and when it stated them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Provenance {
    /// Short name of the source: `built-in`, `jikan-import`, `jikan`, `anime-offline-database`, `kitsu`.
    pub source: String,
    /// When the source stated the facts.
    pub as_of: Timestamp,
}

impl Provenance {
    /// Whether this statement wins over `other` about the same fact: the higher [rank](Self::rank)
    /// wins, and within a rank the later statement.
    pub fn decides_over(&self, other: &Self) -> bool {
        (self.rank(), self.as_of) >= (other.rank(), other.as_of)
    }

    /// How much its source knows. MyAnimeList's own facts, in Jikan's form, are the fullest; the
    /// built-in ones are chosen by hand, but few; anime-offline-database has names of companies in
    /// small letters, and tags that nobody chose; Kitsu fills what all others leave open.
    pub fn rank(&self) -> u8 {
        match self.source.as_str() {
            KITSU => 0,
            OFFLINE_DATABASE => 1,
            BUILT_IN => 2,
            _ => 3,
        }
    }
}
