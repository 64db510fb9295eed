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
    /// What airs now.
    Airing,
    /// Titles that are not aired yet.
    Upcoming,
    /// Everything, the most popular first.
    Popular,
}

impl MirrorList {
    /// In the order in which they are gone through.
    pub const ALL: [Self; 3] = [Self::Airing, Self::Upcoming, Self::Popular];

    /// A short name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Airing => "airing",
            Self::Upcoming => "upcoming",
            Self::Popular => "popular",
        }
    }

    /// Time from one beginning to the next.
    pub fn period(self) -> SignedDuration {
        match self {
            Self::Airing => HOUR * 6,
            Self::Upcoming => DAY,
            Self::Popular => DAY * 30,
        }
    }

    /// Its titles; if one has left it, it has changed.
    pub const fn status(self) -> Option<Status> {
        match self {
            Self::Airing => Some(Status::Airing),
            Self::Upcoming => Some(Status::Upcoming),
            Self::Popular => None,
        }
    }
}

/// Time until a full record is asked for again; lists keep its figures fresh between.
pub fn full_record_interval(status: Option<Status>) -> SignedDuration {
    match status {
        Some(Status::Airing | Status::Upcoming) => DAY * 7,
        Some(Status::Finished) | None => DAY * 30,
    }
}

/// Time until an extra is asked for again: what airs has a new episode each week, and all else changes as records do.
pub fn extra_interval(kind: ExtraKind, status: Option<Status>) -> SignedDuration {
    match (kind, status) {
        (ExtraKind::Episodes, Some(Status::Airing)) => DAY,
        _ => full_record_interval(status),
    }
}

/// How far a list is gone through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListState {
    /// Which one.
    pub list: MirrorList,
    /// The page to ask for next, from 1.
    pub page: u32,
    /// How many pages there are, as far as the provider tells.
    pub pages: Option<u32>,
    /// When page 1 was asked for last.
    pub begun_at: Timestamp,
    /// When its last page was last reached.
    pub finished_at: Option<Timestamp>,
    /// The next page is not asked for before.
    pub next_at: Timestamp,
    /// How often in a row the next page failed while other things were answered.
    pub failures: u32,
}

impl ListState {
    /// A list that is to be begun at `now`.
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
    /// Its titles.
    pub titles: Vec<SourceTitle>,
    /// How many pages there are, if the provider tells.
    pub pages: Option<u32>,
    /// Whether another page follows.
    pub more: bool,
}

/// A provider whose lists can be gone through. What it answers is asked for each time; of
/// an answer that is held, only whether it still stands.
#[async_trait]
pub trait MirrorProvider: Send + Sync {
    /// Page `page` (from 1) of a list.
    async fn page(
        &self,
        list: MirrorList,
        page: u32,
        cached: Option<CachedAnswer>,
    ) -> Result<Fetch<ListPage>, ProviderError>;
    /// The whole record of a title; `None` where the provider does not know it.
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
        /// Titles on the page.
        seen: Vec<MalId>,
        /// When.
        now: Timestamp,
    },
    /// A whole record, or that there is none. What was kept of a later one stands.
    FullRecord {
        /// Whose.
        id: MalId,
        /// When.
        now: Timestamp,
        /// When to ask again.
        next_at: Timestamp,
    },
    /// An extra, or that there is none. What was kept of a later one stands.
    Extra {
        /// Whose. The catalogue holds it.
        id: MalId,
        /// Which one.
        kind: ExtraKind,
        /// When.
        now: Timestamp,
        /// When to ask again.
        next_at: Timestamp,
    },
    /// An answer with an `ETag`, whose facts came before it in the same import.
    Answer {
        /// What was asked for.
        request: MirrorRequest,
        /// The answer.
        answer: CachedAnswer,
    },
}

/// How far mirroring is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Titles in the catalogue.
    pub titles: u32,
    /// Those whose whole record was asked for.
    pub whole: u32,
    /// Those whose whole record is to be asked for now.
    pub due: u32,
    /// Those whose whole record failed, was never had, and is to be asked for later.
    pub put_off: u32,
    /// When the first of these is to be asked for.
    pub next_try: Option<Timestamp>,
    /// The lists that were begun.
    pub lists: Vec<ListState>,
    /// Until when a server has the work for itself.
    pub held_until: Option<Timestamp>,
}

/// How far mirroring of extras is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtrasProgress {
    /// Extras of all titles that were had.
    pub had: u32,
    /// Those that are to be asked for now.
    pub due: u32,
}

/// Where it is kept how far mirroring is, so that a restart repeats nothing.
#[async_trait]
pub trait MirrorStore: Send + Sync {
    /// Takes the work for `holder` until `until`, or goes on having it. `false` while somebody else
    /// has it.
    async fn acquire_lease(&self, holder: &str, now: Timestamp, until: Timestamp) -> Result<bool>;
    /// The lists that were begun.
    async fn lists(&self) -> Result<Vec<ListState>>;
    /// Keeps how far a list is.
    async fn set_list(&self, state: &ListState) -> Result<()>;
    /// Titles whose whole record is to be asked for, the most popular first, at most `limit`.
    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<MalId>>;
    /// Whether a title's whole record is to be asked for.
    async fn is_due(&self, id: MalId, now: Timestamp) -> Result<bool>;
    /// When a title's whole record was had last.
    async fn whole_at(&self, id: MalId) -> Result<Option<Timestamp>>;
    /// Does not ask for a title before `next_at`, since its record failed.
    async fn put_off(&self, id: MalId, now: Timestamp, next_at: Timestamp) -> Result<()>;
    /// Titles of which an extra is to be asked for, the most popular first, at most `limit`.
    async fn due_for_extras(&self, now: Timestamp, limit: u32) -> Result<Vec<MalId>>;
    /// The extras of a title that are to be asked for; none where the catalogue does not hold it.
    async fn due_extras(&self, id: MalId, now: Timestamp) -> Result<Vec<ExtraKind>>;
    /// Does not ask for an extra of a title, which the catalogue holds, before `next_at`, since that failed.
    async fn put_off_extra(&self, id: MalId, kind: ExtraKind, next_at: Timestamp) -> Result<()>;
    /// The answer to `request`, if the facts are still as it left them and this version has read it.
    async fn cached_answer(&self, request: MirrorRequest) -> Result<Option<CachedAnswer>>;
    /// Keeps what was mirrored without any facts.
    async fn save(&self, mirrored: Mirrored) -> Result<()>;
    /// How far mirroring is.
    async fn progress(&self, now: Timestamp) -> Result<Progress>;
    /// How far mirroring of extras is. It counts a row of an index for each extra of each title.
    async fn extras_progress(&self, now: Timestamp) -> Result<ExtrasProgress>;
}
