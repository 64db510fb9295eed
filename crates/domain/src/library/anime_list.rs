//! The store's part of anime lists.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;

use super::{Position, Written};
use crate::{
    Result,
    account::UserId,
    anime::MalId,
    anime_list::{
        CurrentEntry, Decision, Field, ListEntry, ListEvent, ListItem, ListedTitle, Operation,
        Preferences, PreferencesChange,
    },
};

/// The largest number of entries that one call changes.
pub const MAX_CHANGED_ENTRIES: usize = 500;

/// A user's list at a point of its history.
#[derive(Debug, Clone, PartialEq)]
pub struct AnimeList {
    /// The library's position at that point.
    pub position: Position,
    /// The entries whose titles the catalogue holds, newest first.
    pub items: Vec<ListItem>,
    /// The entries whose titles the catalogue does not hold any more.
    pub lost: Vec<(MalId, ListEntry)>,
}

/// Says what becomes of an entry. It is asked while the library is locked, so it must not wait for
/// anything.
pub type Decide<'a> = &'a (dyn Fn(&CurrentEntry) -> Result<Decision> + Send + Sync);

/// The outcome of changing entries.
#[derive(Debug)]
pub struct EntriesChanged {
    /// The library's position after the call.
    pub position: Position,
    /// Whether the call has written any change.
    pub written: bool,
    /// Each title that was asked for once, in that order, or why it was left as it is.
    pub entries: Vec<(MalId, Result<WrittenEntry>)>,
}

/// An entry after a call that may have changed it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenEntry {
    /// Version of the change, also where it was made by the same operation before; `None` where nothing
    /// has changed.
    pub event: Option<u64>,
    /// The entry now; `None` if the title is not on the list, or the catalogue does not hold it.
    pub item: Option<ListItem>,
    /// The fields that an undo kept, since they were changed afterwards.
    pub changed_since: Vec<Field>,
}

/// Which changes of a list are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ActivityOf {
    /// All changes.
    #[default]
    All,
    /// All changes, but only the last of those that an import, its undo or a restore wrote at once.
    Together,
    /// The changes of a title.
    Title(MalId),
    /// The changes that the import of this number made.
    Import(u32),
    /// The changes that undoing the import of this number made.
    ImportUndo(u32),
    /// The changes of the restore to which the change of this version belongs.
    Restore(u64),
}

/// A change with the title that it is of.
#[derive(Debug, Clone, PartialEq)]
pub struct ActivityItem {
    /// The change itself.
    pub event: ListEvent,
    /// The changed title; `None` if the catalogue does not hold it any more.
    pub title: Option<Arc<ListedTitle>>,
    /// The title's present entry; `None` if the title is not on the list.
    pub now: Option<ListEntry>,
    /// Number of changes that this one stands for, itself included.
    pub together: u32,
}

/// A point of a list's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryPoint {
    /// At an instant: right before the first change, in the order of versions, that came later.
    At(Timestamp),
    /// Right before the change of this version.
    Before(u64),
}

/// The store's part of anime lists. The entries are those of the
/// [watchlist](super::List::Watchlist): what is put on it or taken off is so on both.
///
/// Every method is a constant number of queries, and none of them grows with the list but those that
/// read all of it.
///
/// **Invariant:** every statement names the owner. Each change of an entry is one [`ListEvent`] with a
/// version of its own, written with it or not at all, and stays as long as the account. The
/// state before an event is the state after the former event of its title.
#[async_trait]
pub trait AnimeListStore: Send + Sync {
    /// The whole list, read in one snapshot; empty if the owner has none yet.
    async fn list_entries(&self, uid: &UserId) -> Result<AnimeList>;

    /// Changes the entries of up to [`MAX_CHANGED_ENTRIES`] titles, in one transaction: `decide` says what
    /// becomes of each, from the entry and the changes to which `operation` [looks
    /// back](Operation::looks_back_to). What it refuses is answered with its refusal, and the others are written. Titles
    /// that `operation` has changed before stay as they are.
    ///
    /// # Errors
    /// In an entry's place: what `decide` said, [`ListFull`](crate::Error::ListFull). For all of
    /// them: [`Invalid`](crate::Error::Invalid) for too many titles, and as every method does.
    async fn change_entries(
        &self,
        uid: &UserId,
        ids: &[MalId],
        operation: &Operation,
        decide: Decide<'_>,
    ) -> Result<EntriesChanged>;

    /// Changes before a version, or the newest. Newest first, `limit` at most.
    async fn activity(
        &self,
        uid: &UserId,
        before: Option<u64>,
        of: ActivityOf,
        limit: u32,
    ) -> Result<Vec<ActivityItem>>;

    /// The changes of up to [`MAX_CHANGED_ENTRIES`] versions, oldest first; without versions that were none of
    /// an entry.
    async fn list_events(&self, uid: &UserId, versions: &[u64]) -> Result<Vec<ListEvent>>;

    /// The list at a point of its history, by the dates of addition, newest first; without titles that the catalogue does not
    /// hold any more.
    async fn list_at(&self, uid: &UserId, point: HistoryPoint) -> Result<Vec<ListItem>>;

    /// Returns the owner's preferences.
    async fn preferences(&self, uid: &UserId) -> Result<Preferences>;

    /// Changes what the owner prefers, and returns all of it.
    ///
    /// # Errors
    /// [`Invalid`](crate::Error::Invalid) as [`Preferences::changed`] says.
    async fn set_preferences(
        &self,
        uid: &UserId,
        change: &PreferencesChange,
    ) -> Result<(Written, Preferences)>;
}
