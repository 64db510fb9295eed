//! The store's part of imports of lists.

mod import_file;
mod outcome;

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use async_trait::async_trait;
use jiff::Timestamp;

pub use self::{
    import_file::{CsvColumn, CsvReading, ImportRow, NewImport},
    outcome::{
        ApplyOutcome, ImportCounts, MAX_NAMED_UNCHANGED, UnchangedByApply, UnchangedByUndo,
        UnchangedTitle, UndoOutcome,
    },
};
use super::{Decide, EntriesChanged, Position};
use crate::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{
        CurrentEntry, Decision, ImportPolicy, ImportedEntry, ImportedTitle, ListEntry, ListEvent,
        ListedTitle, OpId, Operation, StoredEntryRef,
    },
};

/// The largest number of unresolved entries of an owner.
pub const MAX_UNRESOLVED: u32 = 50_000;

/// Returns the error that an owner has [`MAX_UNRESOLVED`] entries, and no more are kept.
pub fn too_many_unresolved() -> Error {
    Error::Invalid(
        "50,000 entries wait for their titles already, and Mitai keeps no more. Please give some their titles, or \
         forget some."
            .into(),
    )
}

/// An import of a file into an owner's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListImport {
    /// The import's number, counted for each owner from 1.
    pub number: u32,
    /// Name of the imported file.
    pub name: String,
    /// Name of the file's form, such as `csv` or `myanimelist`.
    pub form: String,
    /// Number of rows in the file.
    pub row_count: u32,
    /// When the file was brought.
    pub created_at: Timestamp,
    /// When the import was applied; `None` if it was not.
    pub applied_at: Option<Timestamp>,
    /// The outcome of applying the import; `None` if it was not applied.
    pub outcome: Option<ApplyOutcome>,
    /// When the import was undone; `None` if it was not.
    pub undone_at: Option<Timestamp>,
}

/// An action on a whole import. Its text identifies the changes that it made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportOperation {
    /// Applying the import of this number.
    Apply(u32),
    /// Undoing the import of this number.
    Undo(u32),
}

impl ImportOperation {
    /// Prefixes of the operation ids: of applying, and of undoing.
    pub const PREFIXES: [&str; 2] = ["import-", "unimport-"];

    /// Returns the operation id of the changes that the action makes.
    pub fn op_id(self) -> Option<OpId> {
        let [apply, undo] = Self::PREFIXES;
        let text = match self {
            Self::Apply(number) => format!("{apply}{number:08}"),
            Self::Undo(number) => format!("{undo}{number:08}"),
        };
        text.parse().ok()
    }

    /// Returns the action whose changes have this operation id; `None` if it is no import's.
    pub fn named(op_id: &OpId) -> Option<Self> {
        let [apply, undo] = Self::PREFIXES;
        let number = |prefix| op_id.as_str().strip_prefix(prefix)?.parse().ok();
        let applied = number(apply).map(Self::Apply);
        applied.or_else(|| number(undo).map(Self::Undo))
    }
}

/// A row of a file, and the titles that the catalogue has for it.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchedRow {
    /// The row of the file.
    pub row: ImportRow,
    /// The title that the row names by its number; `None` if the catalogue does not hold it.
    pub title: Option<MalId>,
    /// The title that the row's name fits best, where its number says nothing.
    pub proposal: Option<MalId>,
}

/// An import with all that its preview needs, read in one snapshot.
#[derive(Debug, Clone)]
pub struct ImportRead {
    /// The import itself.
    pub import: ListImport,
    /// How the file was read; `None` if it is no CSV.
    pub csv: Option<CsvReading>,
    /// The rows that are still kept, in their order.
    pub rows: Vec<MatchedRow>,
    /// The position of the owner's library.
    pub position: Position,
    /// The entries of the owner's list, by title.
    pub entries: HashMap<MalId, StoredEntry>,
    /// The titles of the rows, and those that stayed as they were when it was applied.
    pub titles: HashMap<MalId, Arc<ListedTitle>>,
    /// Unresolved entries, by the key of their title, in the order of their imports.
    pub unresolved: HashMap<String, Vec<UnresolvedEntry>>,
}

/// An entry of a list, with its last change.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEntry {
    /// The entry itself.
    pub entry: ListEntry,
    /// When somebody last changed the entry.
    pub changed_at: Timestamp,
    /// Version of the entry's last change; 0 where no change is known.
    pub version: u64,
}

impl StoredEntry {
    /// Returns the entry and when it was last changed, for what an import makes of it.
    pub const fn to_ref(&self) -> StoredEntryRef<'_> {
        StoredEntryRef {
            entry: &self.entry,
            changed_at: self.changed_at,
        }
    }
}

/// A file's entry of a title that the catalogue does not have.
#[derive(Debug, Clone, PartialEq)]
pub struct UnresolvedEntry {
    /// Key of the entry among those of its owner, as it was stored: entries of before signs counted in names may have
    /// another one than [`key_of`](Self::key_of) says.
    pub key: String,
    /// The title, as the file names it.
    pub title: ImportedTitle,
    /// The number of the import that brought the entry.
    pub import: u32,
    /// When the import brought the entry.
    pub added_at: Timestamp,
    /// The entry, as the file states it.
    pub entry: ImportedEntry,
    /// The policy for fields in which this entry and those of earlier imports of the title differ.
    pub policy: ImportPolicy,
    /// The title that the entry's name fits best; `None` where none fits.
    pub proposal: Option<Arc<ListedTitle>>,
}

impl UnresolvedEntry {
    /// Returns the key of what an import says of a title; `None` where nothing says which title it is of.
    pub fn key_of(import: u32, title: &ImportedTitle) -> Option<String> {
        Some(format!("{import}:{}", title.key()?))
    }

    /// Returns one title's entries merged in the order of their imports; `None` without any.
    pub fn together<'a>(entries: impl IntoIterator<Item = &'a Self>) -> Option<StoredEntry> {
        entries.into_iter().fold(None, |before, it| {
            let mine = before.as_ref().map(StoredEntry::to_ref);
            let entry = it.entry.applied(mine, it.policy, None, it.added_at);
            Some(StoredEntry {
                entry,
                changed_at: it.added_at,
                version: 0,
            })
        })
    }

    /// Returns the number of the import that an unresolved entry's key names; `None` where it names none.
    pub fn import_of(key: &str) -> Option<u32> {
        key.split_once(':')?.0.parse().ok()
    }
}

/// An unresolved entry whose title the catalogue has learnt by now.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolvable {
    /// The owner's user id.
    pub uid: UserId,
    /// The unresolved entry's key.
    pub key: String,
    /// The entry's title in the catalogue.
    pub title: MalId,
    /// The number of the import that brought the entry.
    pub import: u32,
    /// When the import brought the entry.
    pub added_at: Timestamp,
    /// The entry, as the file states it.
    pub entry: ImportedEntry,
    /// The policy for fields in which this entry and those of earlier imports of the title differ.
    pub policy: ImportPolicy,
}

/// The store's part of imports.
///
/// **Invariant:** every statement names the owner, but for those of [`resolvable`](Self::resolvable)
/// and [`sweep_imports`](Self::sweep_imports). An import is
/// applied at most once and undone at most once, as a whole or not at all.
#[async_trait]
pub trait ImportStore: Send + Sync {
    /// Keeps a file's rows until it is applied, for a day at most. Returns the import's number.
    ///
    /// # Errors
    /// [`TooManyImports`](crate::Error::TooManyImports)
    async fn add_import(&self, uid: &UserId, new: &NewImport, rows: &[ImportRow]) -> Result<u32>;

    /// The owner's imports, newest first; `limit` at most, those `before` a number if one is given.
    async fn imports(
        &self,
        uid: &UserId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<ListImport>>;

    /// An import with what its preview needs, and with the titles that were `chosen` for rows.
    ///
    /// # Errors
    /// [`NotFound`](crate::Error::NotFound)
    async fn read_import(&self, uid: &UserId, number: u32, chosen: &[MalId]) -> Result<ImportRead>;

    /// Forgets an import that was not applied; tells whether there was one.
    async fn forget_import(&self, uid: &UserId, number: u32) -> Result<bool>;

    /// Applies an import: changes the entries of `ids` as
    /// [`change_entries`](super::AnimeListStore::change_entries) does, however many there are, and keeps what is
    /// `unresolved`. Its rows are deleted: nothing reads them any more. Only entries are answered that stayed as they
    /// were.
    ///
    /// # Errors
    /// [`Invalid`](crate::Error::Invalid) if it was applied before, or more would be unresolved than
    /// [`MAX_UNRESOLVED`].
    async fn apply_import(
        &self,
        uid: &UserId,
        number: u32,
        applying: Applying<'_>,
        operation: &Operation,
        decide: Decide<'_>,
    ) -> Result<EntriesChanged>;

    /// The outcome of undoing an import, from events; nothing of an import that was not undone.
    ///
    /// # Errors
    /// [`NotFound`](crate::Error::NotFound)
    async fn undo_outcome(&self, uid: &UserId, number: u32) -> Result<UndoOutcome>;

    /// Undoes an import: changes the entries of the titles that it has changed as `undo` says, and forgets what of it
    /// is unresolved. Only entries are answered that stayed as they were or in part.
    ///
    /// # Errors
    /// [`NotFound`](crate::Error::NotFound) if there is no such import; [`Invalid`](crate::Error::Invalid) if it was not
    /// applied, or was undone before.
    async fn undo_import(
        &self,
        uid: &UserId,
        number: u32,
        operation: &Operation,
        undo: UndoChanges<'_>,
    ) -> Result<EntriesChanged>;

    /// Forgets imports that were brought at least a day before `now` and not applied.
    async fn sweep_imports(&self, now: Timestamp) -> Result<()>;

    /// The owner's unresolved entries, those of the last import first; `limit` at most, behind the one of a key if one is
    /// given, which need not be there any more.
    async fn unresolved_entries(
        &self,
        uid: &UserId,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<UnresolvedEntry>>;

    /// Returns the number of the owner's unresolved entries.
    async fn unresolved_count(&self, uid: &UserId) -> Result<u32>;

    /// The unresolved entry of a key and all others of the same title, in the order of the imports; none where nothing
    /// has that key.
    async fn unresolved_of_title(&self, uid: &UserId, key: &str) -> Result<Vec<UnresolvedEntry>>;

    /// Unresolved entries of anybody whose titles the catalogue has by their numbers, in the order of owners,
    /// titles and imports; `limit` at most, behind one of them.
    async fn resolvable(&self, after: Option<&Resolvable>, limit: u32) -> Result<Vec<Resolvable>>;

    /// Forgets unresolved entries in one transaction, each after changing the entry of `title` as it says, if one is
    /// given: that sees what those before it have made. One that is not there any more is left out. Where one is refused,
    /// all of them stay. What the last one has changed is answered.
    ///
    /// # Errors
    /// [`NotFound`](crate::Error::NotFound) if none of them is there; what a `decide` has refused.
    async fn resolve(
        &self,
        uid: &UserId,
        entries: &[Resolving<'_>],
        title: Option<MalId>,
    ) -> Result<EntriesChanged>;
}

/// Decides what becomes of an entry from the changes that an import has made of it, oldest first.
pub type UndoChanges<'a> =
    &'a (dyn Fn(&[ListEvent], &CurrentEntry) -> Result<Decision> + Send + Sync);

/// An unresolved entry that gets its title or is forgotten.
#[derive(Clone, Copy)]
pub struct Resolving<'a> {
    /// The unresolved entry's key.
    pub key: &'a str,
    /// The operation in which the title's entry is changed.
    pub operation: &'a Operation,
    /// Decides what becomes of the title's entry.
    pub decide: Decide<'a>,
}

/// A title whose entry could not be written, and the reason.
pub type Unwritten<'a> = (MalId, &'a Error);

/// Returns the outcome of applying an import of which these titles were not written.
pub type ToOutcome<'a> = &'a (dyn Fn(&[Unwritten<'_>]) -> ApplyOutcome + Send + Sync);

/// What applying an import writes.
#[derive(Clone, Copy)]
pub struct Applying<'a> {
    /// The titles whose entries change.
    pub ids: &'a [MalId],
    /// The entries for whose titles the catalogue has none.
    pub unresolved: &'a [UnresolvedEntry],
    /// Names of the titles whose entries change, by id.
    pub names: &'a BTreeMap<MalId, String>,
    /// Returns the outcome of applying the import.
    pub outcome: ToOutcome<'a>,
}
