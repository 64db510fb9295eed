//! A signed-in user's library: profile texts, watchlist and history.

mod anime_list;
mod imports;
mod name_fit;
mod position;

use async_trait::async_trait;
use jiff::Timestamp;

pub use self::{
    anime_list::{
        ActivityItem, ActivityOf, AnimeList, AnimeListStore, Decide, EntriesChanged, HistoryPoint,
        MAX_CHANGED_ENTRIES, WrittenEntry,
    },
    imports::{
        ApplyOutcome, Applying, CsvColumn, CsvReading, ImportCounts, ImportOperation, ImportRead,
        ImportRow, ImportStore, ListImport, MAX_NAMED_UNCHANGED, MAX_UNRESOLVED, MatchedRow,
        NewImport, Resolvable, Resolving, StoredEntry, ToOutcome, UnchangedByApply,
        UnchangedByUndo, UnchangedTitle, UndoChanges, UndoOutcome, UnresolvedEntry, Unwritten,
        too_many_unresolved,
    },
    name_fit::NameFit,
    position::{ChangeId, NoPosition, Position},
};
use crate::{
    Result,
    account::{SecretHash, UserId},
    anime::MalId,
    anime_list::{ListEntry, ListItem, ListedTitle, Preferences},
};

/// Longest bio, in characters.
pub const MAX_BIO_CHARS: usize = 2_000;
/// Longest text of favourite genres, in characters.
pub const MAX_GENRES_CHARS: usize = 500;
/// The largest number of entries of a list.
pub const MAX_ENTRIES: u32 = 20_000;
/// Number of a library's changes that are remembered, for listeners that come back.
pub const MAX_CHANGES: u64 = 1_000;
/// The bio shown while the owner has written none.
pub const DEFAULT_BIO: &str = "This is a dummy bio. Edit to add your own!";
/// The favourite genres shown while the owner has named none.
pub const DEFAULT_GENRES: &str = "Shonen, Seinen, Slice of Life";

/// One of a user's lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum List {
    /// The titles of the user's anime list, whatever their watch status.
    Watchlist,
    /// The titles whose pages the user opened.
    History,
}

impl List {
    /// Returns the list's name in the API and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Watchlist => "watchlist",
            Self::History => "history",
        }
    }
}

/// A title on a list, with what the catalogue says of it now.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// Main title.
    pub title: String,
    /// English title.
    pub title_english: Option<String>,
    /// Title in Japanese script.
    pub title_japanese: Option<String>,
    /// Address of a poster at the source.
    pub image_url: Option<String>,
    /// Mean score from 1 to 10.
    pub score: Option<f64>,
    /// Place by members.
    pub popularity: Option<u32>,
    /// Names of its genres, in the source's order.
    pub genres: Vec<String>,
    /// When the title was put on the list.
    pub added_at: Timestamp,
}

impl Entry {
    /// Returns the entry of a title that was put on a list at an instant.
    pub fn new(title: &ListedTitle, added_at: Timestamp) -> Self {
        Self {
            mal_id: title.mal_id,
            title: title.title.clone(),
            title_english: title.title_english.clone(),
            title_japanese: title.title_japanese.clone(),
            image_url: title.image_url.clone(),
            score: title.score,
            popularity: title.popularity,
            genres: title.genres.clone(),
            added_at,
        }
    }
}

/// A title on a list that the catalogue does not hold any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrphanedEntry {
    /// The list that has the entry.
    pub list: List,
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// When the title was put on the list.
    pub added_at: Timestamp,
    /// The owner's anime list entry of the title; `None` where the list is not the watchlist.
    pub kept: Option<ListEntry>,
}

/// The texts of a profile, defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The owner's display name.
    pub display_name: String,
    /// The owner's words about themselves.
    pub bio: String,
    /// Genres, separated by commas, in the owner's words.
    pub favorite_genres: String,
}

/// A user's library.
#[derive(Debug, Clone, PartialEq)]
pub struct Library {
    /// The library's version, which rises by one with every change.
    pub version: u64,
    /// The id of the last change; `None` before the first one.
    pub change: Option<ChangeId>,
    /// The texts of the owner's profile.
    pub profile: Profile,
    /// The owner's preferences.
    pub preferences: Preferences,
    /// The watchlist's entries, newest first.
    pub watchlist: Vec<Entry>,
    /// The history's entries, newest first.
    pub history: Vec<Entry>,
}

impl Library {
    /// Returns the library's position in its history.
    pub const fn position(&self) -> Position {
        Position {
            version: self.version,
            change: self.change,
        }
    }
}

/// The query of a live stream's heartbeat: an open session with its owner's library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionPosition {
    /// Hash of the session's secret.
    pub secret: SecretHash,
    /// The session's id.
    pub id: String,
    /// The session's owner.
    pub uid: UserId,
    /// When the session was last used, to the hour.
    pub last_seen_at: Timestamp,
    /// The position of the owner's library; version 0 where there is none.
    pub position: Position,
}

/// The state of everything that a library shows, to tell whether any of it has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LibraryState {
    /// The library's position; version 0 where there is no library yet.
    pub position: Position,
    /// The last change of the catalogue, which tells apart two catalogues of one revision.
    pub catalogue: Option<ChangeId>,
}

/// A change of profile texts; `None` leaves a text as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileChange {
    /// The new display name.
    pub display_name: Option<String>,
    /// The new bio; an empty one brings the default back.
    pub bio: Option<String>,
    /// The new favourite genres; an empty text brings the default back.
    pub favorite_genres: Option<String>,
}

/// The result of a write: whether it changed the library, and the library's version after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// The library changed and has this version.
    Changed(u64),
    /// The library was like that before and keeps this version.
    Unchanged(u64),
}

impl Written {
    /// Returns whether the library changed.
    pub const fn is_change(self) -> bool {
        matches!(self, Self::Changed(_))
    }

    /// Returns the library's version after the write.
    pub const fn version(self) -> u64 {
        match self {
            Self::Changed(version) | Self::Unchanged(version) => version,
        }
    }
}

/// One change of a library.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The library's version after the change.
    pub version: u64,
    /// The change's id; `None` if an earlier version of Mitai wrote the change.
    pub id: Option<ChangeId>,
    /// What was changed.
    pub kind: ChangeKind,
}

impl Change {
    /// Returns the library's position after the change.
    pub const fn position(&self) -> Position {
        Position {
            version: self.version,
            change: self.id,
        }
    }
}

/// What a change of a library changed.
#[derive(Debug, Clone, PartialEq)]
pub enum ChangeKind {
    /// A title was put on a list; if that is the watchlist, with the title's present anime list entry.
    Added(List, Entry, Option<ListItem>),
    /// The anime list entry of a title on the watchlist was changed. The entry is the present one.
    Edited(ListItem),
    /// A title was taken off a list.
    Removed(List, MalId),
    /// Texts or preferences were set. They are those of now, which a later change may have set.
    Profile(Profile, Preferences),
}

/// The store's part of libraries. Every method is a constant number of queries.
///
/// **Invariant:** every statement names the owner. A title is on a list of a user once at most.
/// Changes of a library have the versions 1, 2, 3, … without a gap.
#[async_trait]
pub trait LibraryStore: Send + Sync {
    /// The whole library, read in one snapshot; made with defaults if there is none, once however
    /// many ask.
    async fn library(&self, uid: &UserId) -> Result<Library>;
    /// Entries whose titles the catalogue does not have any more, newest first. They are
    /// there again when the title is.
    async fn orphaned_entries(&self, uid: &UserId) -> Result<Vec<OrphanedEntry>>;
    /// Returns the state of everything that the library shows.
    async fn library_state(&self, uid: &UserId) -> Result<LibraryState>;
    /// Returns the positions of those of these users, 500 at most, that have a library.
    async fn library_positions(&self, uids: &[UserId]) -> Result<Vec<(UserId, Position)>>;
    /// Returns those of these sessions, 500 at most, that are still open at `now`, with their owners' libraries.
    async fn session_positions(
        &self,
        secrets: &[SecretHash],
        now: Timestamp,
    ) -> Result<Vec<SessionPosition>>;
    /// Adds a title to a list, by a device if that is known. On the watchlist that is an event, too.
    ///
    /// # Errors
    /// [`UnknownTitle`](crate::Error::UnknownTitle) if the catalogue does not hold it,
    /// [`ListFull`](crate::Error::ListFull) if the list holds [`MAX_ENTRIES`].
    async fn add_entry(
        &self,
        uid: &UserId,
        list: List,
        id: MalId,
        now: Timestamp,
        device: Option<&str>,
    ) -> Result<Written>;
    /// Takes a title off a list, by a device if that is known. Off the watchlist that is an event, too.
    async fn remove_entry(
        &self,
        uid: &UserId,
        list: List,
        id: MalId,
        now: Timestamp,
        device: Option<&str>,
    ) -> Result<Written>;
    /// Sets profile texts, in one transaction, and returns all of them.
    async fn set_profile(&self, uid: &UserId, change: &ProfileChange)
    -> Result<(Written, Profile)>;
    /// The changes after `since`, oldest first. `None` if the log does not reach back so far, if `since` is ahead of the
    /// library, or if a restored backup has replaced the history that it belongs to. A title that was added and removed
    /// since is listed as removed, under both versions.
    async fn changes_since(&self, uid: &UserId, since: Position) -> Result<Option<Vec<Change>>>;
}
