//! The parts a title's facts are made of.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A name in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalTitle {
    /// Language in English, for instance `French`.
    pub language: String,
    /// The name.
    pub title: String,
}

/// Where a title is in its run.
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
    /// Jikan's words for it.
    pub const fn as_jikan(self) -> &'static str {
        match self {
            Self::Upcoming => "Not yet aired",
            Self::Airing => "Currently Airing",
            Self::Finished => "Finished Airing",
        }
    }

    /// Reads Jikan's words, case apart.
    pub fn from_jikan(text: &str) -> Option<Self> {
        [Self::Upcoming, Self::Airing, Self::Finished]
            .into_iter()
            .find(|status| status.as_jikan().eq_ignore_ascii_case(text))
    }
}

/// Quarter of the broadcast year.
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
    /// The lower-case English word, as Jikan writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Winter => "winter",
            Self::Spring => "spring",
            Self::Summer => "summer",
            Self::Fall => "fall",
        }
    }

    /// The season before this one of `year`, with its year.
    pub const fn before(self, year: u16) -> (u16, Self) {
        match self {
            Self::Winter => (year.saturating_sub(1), Self::Fall),
            Self::Spring => (year, Self::Winter),
            Self::Summer => (year, Self::Spring),
            Self::Fall => (year, Self::Summer),
        }
    }

    /// The season that `month`, from 1 to 12, lies in.
    pub const fn of_month(month: i8) -> Self {
        match month {
            ..=3 => Self::Winter,
            4..=6 => Self::Spring,
            7..=9 => Self::Summer,
            10.. => Self::Fall,
        }
    }

    /// Its first month, from 1.
    pub const fn first_month(self) -> i8 {
        match self {
            Self::Winter => 1,
            Self::Spring => 4,
            Self::Summer => 7,
            Self::Fall => 10,
        }
    }

    /// Reads the word, case apart.
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
    /// First day.
    pub from: Option<Date>,
    /// Last day.
    pub to: Option<Date>,
    /// As the source writes it, for instance `Apr 7, 2013 to Sep 29, 2013`.
    pub text: Option<String>,
}

/// Year of a title: the one that a source names, else that of its first day, as sources name one for
/// series alone.
pub fn begun_year(named: Option<u16>, first_day: Option<Date>) -> Option<u16> {
    named.or_else(|| u16::try_from(first_day?.year()).ok())
}

/// A title's first day; where only its season or its year is known, the first day of that.
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

/// Addresses of pictures at the source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Images {
    /// Poster as JPEG, about 225 by 320 pixels.
    pub jpg: ImageSet,
    /// The same as WebP.
    pub webp: ImageSet,
}

impl Images {
    /// A poster of middle size in the format that every browser reads, or what there is.
    pub fn poster(&self) -> Option<&str> {
        [&self.jpg, &self.webp].into_iter().find_map(|set| {
            let sizes = [&set.image_url, &set.large_image_url, &set.small_image_url];
            sizes.into_iter().find_map(Option::as_deref)
        })
    }

    /// The largest poster, where the source has one that is larger.
    pub fn large_poster(&self) -> Option<&str> {
        let sets = [&self.jpg, &self.webp];
        sets.into_iter()
            .find_map(|set| set.large_image_url.as_deref())
    }
}

/// One picture in three sizes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ImageSet {
    /// Middle size.
    pub image_url: Option<String>,
    /// Thumbnail.
    pub small_image_url: Option<String>,
    /// Largest.
    pub large_image_url: Option<String>,
}

/// A trailer on YouTube.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trailer {
    /// YouTube's id.
    pub youtube_id: Option<String>,
    /// Watch page.
    pub url: Option<String>,
    /// Player address; some records have only this.
    pub embed_url: Option<String>,
}

/// A genre, theme or demographic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// Which of them.
    pub kind: TagKind,
    /// MyAnimeList's number of it.
    pub id: Option<u32>,
    /// Its English name.
    pub name: String,
}

/// The lists that Jikan keeps tags in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TagKind {
    /// `genres`
    Genre,
    /// `explicit_genres`
    ExplicitGenre,
    /// `themes`
    Theme,
    /// `demographics`
    Demographic,
}

/// A company and what it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    /// Its part.
    pub role: CompanyRole,
    /// MyAnimeList's number of it.
    pub id: Option<u32>,
    /// Its name.
    pub name: String,
}

/// A company's part in a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompanyRole {
    /// Animated it.
    Studio,
    /// Paid for it.
    Producer,
    /// Licensed it abroad.
    Licensor,
}

/// One related work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relation {
    /// Kind in the source's words: `Sequel`, `Side Story`, … Case varies between sources.
    pub kind: String,
    /// What the related work is.
    pub target: RelationTarget,
    /// Its number among works of that sort.
    pub id: u32,
    /// Its name.
    pub name: String,
}

impl Relation {
    /// Whether this is a relation of `kind`, case apart.
    pub fn is(&self, kind: &str) -> bool {
        self.kind.eq_ignore_ascii_case(kind)
    }
}

/// What sort of work a relation leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RelationTarget {
    /// A title of this catalogue's kind.
    Anime,
    /// A printed work.
    Manga,
}

/// A named address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// What is there.
    pub name: String,
    /// Its address.
    pub url: String,
}
