//! The answers of providers, and their failures.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    Result,
    anime::{Anime, Link, MalId, Site, Status, Tag},
    extras::{ExtraKind, ExtraPage, FullRecord, RecordId},
};

/// A title of a source, as far as visitors may see it.
#[derive(Debug, Clone, PartialEq)]
pub enum SourceTitle {
    /// A title to show.
    Title(Box<Anime>),
    /// A title for adults, which visitors must not see.
    Adult(MalId),
}

impl SourceTitle {
    /// Returns the title's airing status; `None` where it is not known.
    pub fn status(&self) -> Option<Status> {
        match self {
            Self::Title(title) => title.status,
            Self::Adult(_) => None,
        }
    }

    /// Splits titles into those to show and the ids of those for adults.
    pub fn partition(all: impl IntoIterator<Item = Self>) -> (Vec<Anime>, Vec<MalId>) {
        let (mut titles, mut adult) = (Vec::new(), Vec::new());
        for title in all {
            match title {
                Self::Title(title) => titles.push(*title),
                Self::Adult(id) => adult.push(id),
            }
        }
        (titles, adult)
    }
}

/// A title's ids at the services.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TitleIds {
    /// The title's id on MyAnimeList.
    pub mal_id: MalId,
    /// The title's id at Kitsu; `None` where the catalogue does not know it.
    pub kitsu: Option<u32>,
}

impl From<&Anime> for TitleIds {
    fn from(anime: &Anime) -> Self {
        let mut foreign = anime.foreign_ids.iter();
        Self {
            mal_id: anime.mal_id,
            kitsu: foreign.find(|it| it.site == Site::Kitsu).map(|it| it.id),
        }
    }
}

impl From<MalId> for TitleIds {
    fn from(mal_id: MalId) -> Self {
        Self {
            mal_id,
            kitsu: None,
        }
    }
}

/// A service that tells what is known of titles beside their records.
#[async_trait]
pub trait ExtraProvider: Send + Sync {
    /// Returns the service's name as a source of facts.
    fn source(&self) -> &'static str;
    /// Returns the kinds of extras that the service may have. It is not asked for others.
    fn kinds(&self) -> &'static [ExtraKind];
    /// Page `page` (from 1) of an extra of a title; an empty one where the service has none. It is asked for each
    /// time.
    async fn extra_page(
        &self,
        title: TitleIds,
        kind: ExtraKind,
        page: u32,
    ) -> Result<Fetched<ExtraPage>, ProviderError>;
}

/// Facts that can fill gaps of a title's record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecordGaps {
    /// Genres, themes and demographics of MyAnimeList.
    pub tags: Vec<Tag>,
    /// Streaming services where the title can be watched.
    pub streaming: Vec<Link>,
}

/// A service that is asked where others fail or know nothing (Kitsu).
#[async_trait]
pub trait FallbackProvider: ExtraProvider {
    /// Asks for the service's facts of a title's record; the answer is empty for an unknown title.
    async fn record_gaps(&self, title: TitleIds) -> Result<Fetched<RecordGaps>, ProviderError>;
}

/// A service that gives facts of titles (Jikan-compatible).
#[async_trait]
pub trait TitleProvider: ExtraProvider {
    /// Page `page` (from 1) of the list by popularity. Adult titles are asked not to be there.
    async fn popular(&self, page: u32) -> Result<Fetched<Vec<SourceTitle>>, ProviderError>;
    /// Titles that match `text`. Adult titles are asked not to be there.
    async fn search(&self, text: &str) -> Result<Fetched<Vec<SourceTitle>>, ProviderError>;
    /// The full record of a title; `None` where the service does not know it.
    async fn full(&self, id: MalId) -> Result<Fetched<Option<SourceTitle>>, ProviderError>;
    /// The own record of a person or a character; `None` where the service does not know them. It is asked for each
    /// time.
    async fn whole_record(
        &self,
        id: RecordId,
    ) -> Result<Fetched<Option<FullRecord>>, ProviderError>;
}

/// A service that tells what airs now, best first (Kitsu).
#[async_trait]
pub trait AiringProvider: Send + Sync {
    /// At most ten titles with a cover picture; those without one are dropped.
    async fn airing(&self) -> Result<Fetched<Vec<AiringTitle>>, ProviderError>;
}

/// A title that airs now, as its service names it.
#[derive(Debug, Clone, PartialEq)]
pub struct AiringTitle {
    /// The title's id at the service.
    pub provider_id: String,
    /// The title's id on MyAnimeList; `None` where the service does not map it.
    pub mal_id: Option<MalId>,
    /// The title's names, the one to show first.
    pub titles: Vec<String>,
    /// Address of the cover picture.
    pub image_url: String,
    /// Description of the title.
    pub description: Option<String>,
    /// Mean rating in percent.
    pub rating: Option<f64>,
}

/// An answer and the instant at which the service gave it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fetched<T> {
    /// The content of the answer.
    pub value: T,
    /// When the service gave the answer; older than now where it comes from the cache.
    pub as_of: Timestamp,
}

/// Why a provider gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// The provider asks for fewer requests (429), perhaps until some time has passed.
    #[error("the provider refuses more requests for now")]
    RateLimited {
        /// The time of the provider's `Retry-After`.
        retry_after: Option<Duration>,
    },
    /// The provider refuses this client (401, 403, other 4xx).
    #[error("the provider refuses the request with status {0}")]
    Refused(u16),
    /// The provider has no such thing (404).
    #[error("the provider does not know this")]
    NotFound,
    /// The provider failed itself (5xx).
    #[error("the provider failed with status {0}")]
    Failed(u16),
    /// The provider's answer cannot be read.
    #[error("the provider's answer cannot be read: {0}")]
    Malformed(String),
    /// The provider was silent for too long.
    #[error("the provider did not answer in time")]
    TimedOut,
    /// The provider could not be reached.
    #[error("the provider cannot be reached")]
    Unreachable,
    /// The provider failed so often that it is not asked for a while.
    #[error("the provider is left alone for now, it failed too often")]
    Resting,
}

/// A provider's answer as it is kept between runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The body of the answer, as it was received.
    pub body: Vec<u8>,
    /// The answer's `ETag`, for asking again without a body.
    pub etag: Option<String>,
    /// When the answer was received or last confirmed.
    pub fetched_at: Timestamp,
}

/// Key of the hero's slides among the kept answers. They are kept however old they are.
pub const HERO_KEY: &str = "hero";

/// Stores answers between runs.
#[async_trait]
pub trait AnswerStore: Send + Sync {
    /// Returns the answer stored for `key` (provider and path).
    async fn stored_answer(&self, key: &str) -> Result<Option<StoredAnswer>>;
    /// Stores `answer` for `key`, in place of an earlier one.
    async fn store_answer(&self, key: &str, answer: &StoredAnswer) -> Result<()>;
}
