//! The parts a title's facts are made of.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A title's name in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalTitle {
    /// Language in English, for instance `French`.
    pub language: String,
    /// The title's name in that language.
    pub title: String,
}

/// Airing status of a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Not yet aired.
    Upcoming,
    /// Being aired.
    Airing,
    /// All aired.
    Finished,
}

impl Status {
    /// Returns Jikan's words for the status.
    pub const fn as_jikan(self) -> &'static str {
        match self {
            Self::Upcoming => "Not yet aired",
            Self::Airing => "Currently Airing",
            Self::Finished => "Finished Airing",
        }
    }

    /// Reads Jikan's words for a status, in upper or lower case.
    pub fn from_jikan(text: &str) -> Option<Self> {
        [Self::Upcoming, Self::Airing, Self::Finished]
            .into_iter()
            .find(|status| status.as_jikan().eq_ignore_ascii_case(text))
    }
}

/// Season of the broadcast year, a quarter of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Season {
    /// January to March.
    Winter,
    /// April to June.
    Spring,
    /// July to September.
    Summer,
    /// October to December.
    Fall,
}

impl Season {
    /// Returns the season's English name in lower case, as Jikan writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Winter => "winter",
            Self::Spring => "spring",
            Self::Summer => "summer",
            Self::Fall => "fall",
        }
    }

    /// Returns the season before this one of `year`, with its year.
    pub const fn before(self, year: u16) -> (u16, Self) {
        match self {
            Self::Winter => (year.saturating_sub(1), Self::Fall),
            Self::Spring => (year, Self::Winter),
            Self::Summer => (year, Self::Spring),
            Self::Fall => (year, Self::Summer),
        }
    }

    /// Returns the season of `month`, from 1 to 12.
    pub const fn of_month(month: i8) -> Self {
        match month {
            ..=3 => Self::Winter,
            4..=6 => Self::Spring,
            7..=9 => Self::Summer,
            10.. => Self::Fall,
        }
    }

    /// Returns the season's first month, from 1 to 12.
    pub const fn first_month(self) -> i8 {
        match self {
            Self::Winter => 1,
            Self::Spring => 4,
            Self::Summer => 7,
            Self::Fall => 10,
        }
    }

    /// Reads a season's English name, in upper or lower case.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Winter, Self::Spring, Self::Summer, Self::Fall]
            .into_iter()
            .find(|season| season.as_str().eq_ignore_ascii_case(text))
    }
}

/// When a title is aired. A date known only to the year or month stands on its first day; `text`
/// tells.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aired {
    /// First day on which the title airs.
    pub from: Option<Date>,
    /// Last day on which the title airs.
    pub to: Option<Date>,
    /// Both days as the source writes them, for instance `Apr 7, 2013 to Sep 29, 2013`.
    pub text: Option<String>,
}

/// Year of a title: the one that a source names, else that of its first day, as sources name one for
/// series alone.
pub fn begun_year(named: Option<u16>, first_day: Option<Date>) -> Option<u16> {
    named.or_else(|| u16::try_from(first_day?.year()).ok())
}

/// Returns a title's first day; where only its season or its year is known, the first day of that.
pub fn released(
    first_day: Option<Date>,
    year: Option<u16>,
    season: Option<Season>,
) -> Option<Date> {
    first_day.or_else(|| {
        let year = i16::try_from(year?).ok()?;
        Date::new(year, season.map_or(1, Season::first_month), 1).ok()
    })
}

/// URLs of a picture at the source, by format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Images {
    /// URLs of the picture as JPEG; a poster has about 225 by 320 pixels.
    pub jpg: ImageSet,
    /// URLs of the picture as WebP.
    pub webp: ImageSet,
}

impl Images {
    /// Returns the URL of a poster of middle size as JPEG, or else of another size or format.
    pub fn poster(&self) -> Option<&str> {
        [&self.jpg, &self.webp].into_iter().find_map(|set| {
            let sizes = [&set.image_url, &set.large_image_url, &set.small_image_url];
            sizes.into_iter().find_map(Option::as_deref)
        })
    }

    /// Returns the URL of the largest poster; `None` where the source has none larger than the others.
    pub fn large_poster(&self) -> Option<&str> {
        let sets = [&self.jpg, &self.webp];
        sets.into_iter()
            .find_map(|set| set.large_image_url.as_deref())
    }
}

/// URLs of one picture in three sizes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ImageSet {
    /// URL of the middle size.
    pub image_url: Option<String>,
    /// URL of the thumbnail.
    pub small_image_url: Option<String>,
    /// URL of the largest size.
    pub large_image_url: Option<String>,
}

/// A trailer on YouTube.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trailer {
    /// The trailer's video id at YouTube.
    pub youtube_id: Option<String>,
    /// URL of the trailer's page at YouTube.
    pub url: Option<String>,
    /// URL of the trailer's player; some records have only this.
    pub embed_url: Option<String>,
}

/// A genre, theme or demographic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// Whether the tag is a genre, a theme or a demographic.
    pub kind: TagKind,
    /// The tag's number on MyAnimeList.
    pub id: Option<u32>,
    /// The tag's English name.
    pub name: String,
}

/// The kind of a tag, by the list in which Jikan keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TagKind {
    /// A tag of Jikan's list `genres`.
    Genre,
    /// A tag of Jikan's list `explicit_genres`.
    ExplicitGenre,
    /// A tag of Jikan's list `themes`.
    Theme,
    /// A tag of Jikan's list `demographics`.
    Demographic,
}

/// A company and its part in a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    /// The company's part in the title.
    pub role: CompanyRole,
    /// The company's number on MyAnimeList.
    pub id: Option<u32>,
    /// The company's name.
    pub name: String,
}

/// A company's part in a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompanyRole {
    /// The company animated the title.
    Studio,
    /// The company paid for the title.
    Producer,
    /// The company licensed the title abroad.
    Licensor,
}

/// A title's relation to another work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relation {
    /// Kind of the relation in the source's words: `Sequel`, `Side Story`, … Case varies between sources.
    pub kind: String,
    /// Whether the related work is an anime or a manga.
    pub target: RelationTarget,
    /// The related work's number on MyAnimeList, where anime and manga are numbered apart.
    pub id: u32,
    /// The related work's name.
    pub name: String,
}

impl Relation {
    /// Returns whether the relation is of `kind`, in upper or lower case.
    pub fn is(&self, kind: &str) -> bool {
        self.kind.eq_ignore_ascii_case(kind)
    }
}

/// The sort of work that a relation leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RelationTarget {
    /// An anime, as the titles of the catalogue are.
    Anime,
    /// A printed work, such as a manga or a light novel.
    Manga,
}

/// A link with the name of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Name of the linked page or site.
    pub name: String,
    /// URL of the linked page.
    pub url: String,
}
