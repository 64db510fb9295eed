//! Mirroring: filling the catalogue from a provider, and keeping it fresh, in the background.

mod answer;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

pub use answer::{AnswerMetadata, CachedAnswer, Fetch, MirrorRequest};

use crate::{
    Result,
    anime::{MalId, Status},
    extras::ExtraKind,
    provider::{ProviderError, SourceTitle},
};

const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A provider's list that is gone through page by page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MirrorList {
    /// The list of titles that air now.
    Airing,
    /// The list of titles that are not aired yet.
    Upcoming,
    /// The list of all titles, the most popular first.
    Popular,
}

impl MirrorList {
    /// Every list, in the order in which they are gone through.
    pub const ALL: [Self; 3] = [Self::Airing, Self::Upcoming, Self::Popular];

    /// Returns the list's short name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Airing => "airing",
            Self::Upcoming => "upcoming",
            Self::Popular => "popular",
        }
    }

    /// Returns the time from one beginning of the list to the next.
    pub fn period(self) -> SignedDuration {
        match self {
            Self::Airing => HOUR * 6,
            Self::Upcoming => DAY,
            Self::Popular => DAY * 30,
        }
    }

    /// Returns the airing status that all titles of the list have; `None` for the list of all titles.
    pub const fn status(self) -> Option<Status> {
        match self {
            Self::Airing => Some(Status::Airing),
            Self::Upcoming => Some(Status::Upcoming),
            Self::Popular => None,
        }
    }
}

/// Returns the time until a full record is asked for again; lists keep its figures fresh between.
pub fn full_record_interval(status: Option<Status>) -> SignedDuration {
    match status {
        Some(Status::Airing | Status::Upcoming) => DAY * 7,
        Some(Status::Finished) | None => DAY * 30,
    }
}

/// Returns the time until an extra is asked for again: a day for the episodes of what airs, else that of the record.
pub fn extra_interval(kind: ExtraKind, status: Option<Status>) -> SignedDuration {
    match (kind, status) {
        (ExtraKind::Episodes, Some(Status::Airing)) => DAY,
        _ => full_record_interval(status),
    }
}

/// The progress of going through a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListState {
    /// The list.
    pub list: MirrorList,
    /// The page to ask for next, from 1.
    pub page: u32,
    /// Number of pages of the list, as far as the provider tells.
    pub pages: Option<u32>,
    /// When page 1 was last asked for.
    pub begun_at: Timestamp,
    /// When the list's last page was last reached; `None` if it never was.
    pub finished_at: Option<Timestamp>,
    /// Earliest instant at which the next page is asked for.
    pub next_at: Timestamp,
    /// How often in a row the next page failed while other requests were answered.
    pub failures: u32,
}

impl ListState {
    /// Returns the state of a list that is to be begun at `now`.
    pub const fn new(list: MirrorList, now: Timestamp) -> Self {
        Self {
            list,
            page: 1,
            pages: None,
            begun_at: now,
            finished_at: None,
            next_at: now,
            failures: 0,
        }
    }
}

/// A page of a provider's list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListPage {
    /// The titles on the page.
    pub titles: Vec<SourceTitle>,
    /// Number of pages of the list; `None` if the provider does not tell.
    pub pages: Option<u32>,
    /// Whether another page of the list follows.
    pub more: bool,
}

/// A provider whose lists can be gone through. What it answers is asked for each time; of
/// an answer that is held, only whether it still stands.
#[async_trait]
pub trait MirrorProvider: Send + Sync {
    /// Asks for page `page` (from 1) of a list.
    async fn page(
        &self,
        list: MirrorList,
        page: u32,
        cached: Option<CachedAnswer>,
    ) -> Result<Fetch<ListPage>, ProviderError>;
    /// Asks for the whole record of a title; the answer is `None` where the provider does not know it.
    async fn full_record(
        &self,
        id: MalId,
        cached: Option<CachedAnswer>,
    ) -> Result<Fetch<Option<SourceTitle>>, ProviderError>;
}

/// The results of an import, stored with it in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mirrored {
    /// A page of a list.
    Page {
        /// The list after it. If that is through, titles with its status that were not seen since it
        /// began are due now.
        state: ListState,
        /// Ids of the titles on the page.
        seen: Vec<MalId>,
        /// When the page was had.
        now: Timestamp,
    },
    /// A whole record, or that there is none. What was kept of a later one stands.
    FullRecord {
        /// The title's id.
        id: MalId,
        /// When the record was had.
        now: Timestamp,
        /// When to ask for the record again.
        next_at: Timestamp,
    },
    /// An extra, or that there is none. What was kept of a later one stands.
    Extra {
        /// The title's id. The catalogue holds the title.
        id: MalId,
        /// The extra's kind.
        kind: ExtraKind,
        /// When the extra was had.
        now: Timestamp,
        /// When to ask for the extra again.
        next_at: Timestamp,
    },
    /// An answer with an `ETag`, whose facts came before it in the same import.
    Answer {
        /// The request that was answered.
        request: MirrorRequest,
        /// The answer to keep.
        answer: CachedAnswer,
    },
}

/// The progress of mirroring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Number of titles in the catalogue.
    pub titles: u32,
    /// Number of titles whose whole record was asked for.
    pub whole: u32,
    /// Number of titles whose whole record is to be asked for now.
    pub due: u32,
    /// Number of titles whose whole record failed, was never had, and is to be asked for later.
    pub put_off: u32,
    /// When the first title that was put off is to be asked for; `None` if none was.
    pub next_try: Option<Timestamp>,
    /// The progress of the lists that were begun.
    pub lists: Vec<ListState>,
    /// Until when a server has the work for itself; `None` if none has it.
    pub held_until: Option<Timestamp>,
}

/// The progress of mirroring extras.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtrasProgress {
    /// Number of extras, of all titles, that were had.
    pub had: u32,
    /// Number of extras that are to be asked for now.
    pub due: u32,
}

/// Stores the progress of mirroring, so that a restart repeats nothing.
#[async_trait]
pub trait MirrorStore: Send + Sync {
    /// Takes the work for `holder` until `until`, or goes on having it. `false` while somebody else
    /// has it.
    async fn acquire_lease(&self, holder: &str, now: Timestamp, until: Timestamp) -> Result<bool>;
    /// Returns the progress of the lists that were begun.
    async fn lists(&self) -> Result<Vec<ListState>>;
    /// Stores the progress of a list.
    async fn set_list(&self, state: &ListState) -> Result<()>;
    /// Returns titles whose whole record is to be asked for, the most popular first, at most `limit`.
    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<MalId>>;
    /// Returns whether a title's whole record is to be asked for.
    async fn is_due(&self, id: MalId, now: Timestamp) -> Result<bool>;
    /// Returns when a title's whole record was last had; `None` if it never was.
    async fn whole_at(&self, id: MalId) -> Result<Option<Timestamp>>;
    /// Puts off asking for a title until `next_at`, since its record failed.
    async fn put_off(&self, id: MalId, now: Timestamp, next_at: Timestamp) -> Result<()>;
    /// Returns titles of which an extra is to be asked for, the most popular first, at most `limit`.
    async fn due_for_extras(&self, now: Timestamp, limit: u32) -> Result<Vec<MalId>>;
    /// Returns the extras of a title that are to be asked for; none where the catalogue does not hold the title.
    async fn due_extras(&self, id: MalId, now: Timestamp) -> Result<Vec<ExtraKind>>;
    /// Puts off asking for an extra of a title until `next_at`, since it failed. The catalogue holds the title.
    async fn put_off_extra(&self, id: MalId, kind: ExtraKind, next_at: Timestamp) -> Result<()>;
    /// Returns the answer to `request`, if the facts are still as it left them and this version has read it.
    async fn cached_answer(&self, request: MirrorRequest) -> Result<Option<CachedAnswer>>;
    /// Stores what was mirrored without any facts.
    async fn save(&self, mirrored: Mirrored) -> Result<()>;
    /// Returns the progress of mirroring.
    async fn progress(&self, now: Timestamp) -> Result<Progress>;
    /// Returns the progress of mirroring extras. It counts a row of an index for each extra of each title.
    async fn extras_progress(&self, now: Timestamp) -> Result<ExtrasProgress>;
}
