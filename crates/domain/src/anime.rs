//! A title and its facts.

mod broadcast;
mod duration;
mod expected;
mod facts;
mod foreign_id;
mod merge;
mod parts;
mod synopsis;

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use broadcast::{Broadcast, BroadcastSlot, WeeklyTime};
pub use duration::episode_seconds;
pub use expected::Expected;
pub use facts::{FactGroup, Origins, Sourced};
pub use foreign_id::{ForeignId, Site};
pub use parts::{
    Aired, Company, CompanyRole, ImageSet, Images, Link, LocalTitle, Relation, RelationTarget,
    Season, Status, Tag, TagKind, Trailer, begun_year, released,
};
pub use synopsis::Synopsis;

/// Number of a title on MyAnimeList, the id the whole field uses. At least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MalId(u32);

impl MalId {
    /// Wraps a title's number on MyAnimeList.
    pub const fn new(id: u32) -> Self {
        Self(id)
    }

    /// Returns the title's number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for MalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Everything Mitai knows of one title.
///
/// `None` and an empty list mean "not known". Sources write zero for an unknown score, rank,
/// popularity or count; parsers turn that into `None`. Nobody's favourite, and on nobody's list, a
/// title can be: these two counts may be zero.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Anime {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// Address chosen by hand; absent where the title's own slug will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Whether its entry on MyAnimeList still waits for approval there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pending: bool,
    /// Main title, usually romanised Japanese.
    pub title: String,
    /// English title.
    pub title_english: Option<String>,
    /// Title in Japanese script.
    pub title_japanese: Option<String>,
    /// Other names of the title, in no stated language.
    pub synonyms: Vec<String>,
    /// Names by language other than English and Japanese.
    pub other_titles: Vec<LocalTitle>,
    /// Form of publication in Jikan's words: `TV`, `Movie`, `OVA`, `ONA`, `Special`, `Music`, …
    pub kind: Option<String>,
    /// The original work's form: `Manga`, `Light novel`, …
    pub source: Option<String>,
    /// Number of episodes; unknown while a series runs without a planned end.
    pub episodes: Option<u32>,
    /// The title's airing status.
    pub status: Option<Status>,
    /// The first and last day on which the title airs.
    pub aired: Aired,
    /// Season of the first episode.
    pub season: Option<Season>,
    /// Year of the first episode.
    pub year: Option<u16>,
    /// Length as the source writes it, for instance `24 min per ep`.
    pub duration: Option<String>,
    /// Age rating as the source writes it, for instance `PG-13 - Teens 13 or older`.
    pub rating: Option<String>,
    /// Mean score from 1 to 10.
    pub score: Option<f64>,
    /// Number of votes behind the score.
    pub scored_by: Option<u32>,
    /// Rank by mean score at the source; 1 is best.
    pub rank: Option<u32>,
    /// Rank by number of members; 1 is most popular.
    pub popularity: Option<u32>,
    /// Number of people who have the title on a list.
    pub members: Option<u32>,
    /// Number of people who call the title a favourite.
    pub favorites: Option<u32>,
    /// Synopsis of the title.
    pub synopsis: Option<String>,
    /// Notes on how the title was made.
    pub background: Option<String>,
    /// Pictures, as addresses at the source.
    pub images: Images,
    /// The title's trailer.
    pub trailer: Trailer,
    /// When episodes are broadcast, as the source writes it.
    pub broadcast: Option<Broadcast>,
    /// Genres, themes and demographics.
    pub tags: Vec<Tag>,
    /// Studios, producers and licensors.
    pub companies: Vec<Company>,
    /// Relations to other works; `None` where the source did not say.
    pub relations: Option<Vec<Relation>>,
    /// Opening themes, as the source writes them.
    pub openings: Vec<String>,
    /// Ending themes, as the source writes them.
    pub endings: Vec<String>,
    /// Pages about the title on other sites.
    pub external: Vec<Link>,
    /// Streaming services where the title can be watched.
    pub streaming: Vec<Link>,
    /// The title's ids at other catalogues.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foreign_ids: Vec<ForeignId>,
}

impl Anime {
    /// Returns a title of which only the id and the name are known.
    pub fn named(mal_id: MalId, title: impl Into<String>) -> Self {
        Self {
            mal_id,
            slug: None,
            pending: false,
            title: title.into(),
            title_english: None,
            title_japanese: None,
            synonyms: Vec::new(),
            other_titles: Vec::new(),
            kind: None,
            source: None,
            episodes: None,
            status: None,
            aired: Aired::default(),
            season: None,
            year: None,
            duration: None,
            rating: None,
            score: None,
            scored_by: None,
            rank: None,
            popularity: None,
            members: None,
            favorites: None,
            synopsis: None,
            background: None,
            images: Images::default(),
            trailer: Trailer::default(),
            broadcast: None,
            tags: Vec::new(),
            companies: Vec::new(),
            relations: None,
            openings: Vec::new(),
            endings: Vec::new(),
            external: Vec::new(),
            streaming: Vec::new(),
            foreign_ids: Vec::new(),
        }
    }

    /// Returns all names of the title, in any language; some may come twice.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.title]
            .into_iter()
            .chain(&self.title_english)
            .chain(&self.title_japanese)
            .chain(&self.synonyms)
            .chain(self.other_titles.iter().map(|other| &other.title))
            .map(String::as_str)
    }

    /// Returns how many seasons are counted: one, and one for each entry of kind Prequel or Sequel. `None` where
    /// relations are not known (shown as 1, marked as not known).
    pub fn seasons(&self) -> Option<u32> {
        let relations = self.relations.as_ref()?;
        let others = relations
            .iter()
            .filter(|r| r.is("Prequel") || r.is("Sequel"))
            .count();
        Some(1 + u32::try_from(others).unwrap_or(u32::MAX - 1))
    }

    /// Returns the names of the title's tags of one kind, in the source's order.
    pub fn tag_names(&self, kind: TagKind) -> Vec<String> {
        let tags = self.tags.iter().filter(|tag| tag.kind == kind);
        tags.map(|tag| tag.name.clone()).collect()
    }

    /// Returns whether visitors must not see the title: it is rated Rx, or of the genres Hentai (12) or Erotica (49).
    pub fn is_adult(&self) -> bool {
        self.rating.as_deref().is_some_and(|r| r.starts_with("Rx"))
            || self.tags.iter().any(|t| {
                matches!(t.kind, TagKind::Genre | TagKind::ExplicitGenre)
                    && (matches!(t.id, Some(12 | 49))
                        || t.name.eq_ignore_ascii_case("hentai")
                        || t.name.eq_ignore_ascii_case("erotica"))
            })
    }

    /// Returns a digest of all facts, to see whether a source says anything new: 64 hexadecimal digits.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        Ok(hex::encode(Sha256::digest(serde_json::to_vec(self)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(kind: &str) -> Relation {
        Relation {
            kind: kind.into(),
            target: RelationTarget::Anime,
            id: 1,
            name: "x".into(),
        }
    }

    #[test]
    fn seasons_count_entries_of_prequels_and_sequels_case_apart() {
        let mut anime = Anime::named(MalId::new(1), "x");
        assert_eq!(anime.seasons(), None);
        anime.relations = Some(Vec::new());
        assert_eq!(anime.seasons(), Some(1));
        anime.relations = Some(
            ["Sequel", "sequel", "Prequel", "Side Story", "Adaptation"]
                .map(relation)
                .into(),
        );
        assert_eq!(anime.seasons(), Some(4));
    }

    #[test]
    fn adult_titles_are_recognised_by_rating_and_genre() {
        let mut anime = Anime::named(MalId::new(1), "x");
        assert!(!anime.is_adult());
        anime.rating = Some("R+ - Mild Nudity".into());
        assert!(!anime.is_adult());
        anime.rating = Some("Rx - Hentai".into());
        assert!(anime.is_adult());
        anime.rating = None;
        anime.tags = vec![Tag {
            kind: TagKind::Genre,
            id: Some(49),
            name: "Erotica".into(),
        }];
        assert!(anime.is_adult());
    }
}
