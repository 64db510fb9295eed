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

/// Unresolved entries of an owner at most.
pub const MAX_UNRESOLVED: u32 = 50_000;

/// Why no more unresolved entries are kept.
pub fn too_many_unresolved() -> Error {
    Error::Invalid(
        "50,000 entries wait for their titles already, and Mitai keeps no more. Please give some their titles, or \
         forget some."
            .into(),
    )
}

/// An import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListImport {
    /// Its number, counted for each owner from 1.
    pub number: u32,
    /// What its file is called.
    pub name: String,
    /// The file's form.
    pub form: String,
    /// Rows of the file.
    pub row_count: u32,
    /// When the file was brought.
    pub created_at: Timestamp,
    /// When it was applied.
    pub applied_at: Option<Timestamp>,
    /// The outcome of applying it.
    pub outcome: Option<ApplyOutcome>,
    /// When it was undone.
    pub undone_at: Option<Timestamp>,
}

/// An action on a whole import. Its text identifies the changes that it made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportOperation {
    /// The import of this number is applied.
    Apply(u32),
    /// It is undone.
    Undo(u32),
}

impl ImportOperation {
    /// How the texts of operations of both kinds begin.
    pub const PREFIXES: [&str; 2] = ["import-", "unimport-"];

    /// What its changes are called.
    pub fn op_id(self) -> Option<OpId> {
        let [apply, undo] = Self::PREFIXES;
        let text = match self {
            Self::Apply(number) => format!("{apply}{number:08}"),
            Self::Undo(number) => format!("{undo}{number:08}"),
        };
        text.parse().ok()
    }

    /// The one whose changes are called so.
    pub fn named(op_id: &OpId) -> Option<Self> {
        let [apply, undo] = Self::PREFIXES;
        let number = |prefix| op_id.as_str().strip_prefix(prefix)?.parse().ok();
        let applied = number(apply).map(Self::Apply);
        applied.or_else(|| number(undo).map(Self::Undo))
    }
}

/// A row, and the titles that the catalogue has for it.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchedRow {
    /// The row.
    pub row: ImportRow,
    /// The title, by its number.
    pub title: Option<MalId>,
    /// The title that its name fits best, where its number says nothing.
    pub proposal: Option<MalId>,
}

/// An import with all that its preview needs, read in one snapshot.
#[derive(Debug, Clone)]
pub struct ImportRead {
    /// The import.
    pub import: ListImport,
    /// How its file was read, if that is a CSV.
    pub csv: Option<CsvReading>,
    /// The rows that are still kept, in their order.
    pub rows: Vec<MatchedRow>,
    /// Where the library stands.
    pub position: Position,
    /// The list.
    pub entries: HashMap<MalId, StoredEntry>,
    /// The titles of the rows, and those that stayed as they were when it was applied.
    pub titles: HashMap<MalId, Arc<ListedTitle>>,
    /// Unresolved entries, by the key of their title, in the order of their imports.
    pub unresolved: HashMap<String, Vec<UnresolvedEntry>>,
}

/// An entry of a list, and its last change.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEntry {
    /// The entry.
    pub entry: ListEntry,
    /// When somebody changed it last.
    pub changed_at: Timestamp,
    /// Version of the last change; 0 where no change is known.
    pub version: u64,
}

impl StoredEntry {
    /// The entry and when it was changed last, for what an import makes of it.
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
    /// What tells it from its owner's others, as it was stored: entries of before signs counted in names may have another
    /// key than [`key_of`](Self::key_of) says.
    pub key: String,
    /// What the file says which title it is.
    pub title: ImportedTitle,
    /// The import's number.
    pub import: u32,
    /// When it was brought.
    pub added_at: Timestamp,
    /// What the file says of it.
    pub entry: ImportedEntry,
    /// What stands where it and what earlier imports say of the title differ.
    pub policy: ImportPolicy,
    /// The title that its name fits best.
    pub proposal: Option<Arc<ListedTitle>>,
}

impl UnresolvedEntry {
    /// The key of what an import says of a title; `None` where nothing says which title it is of.
    pub fn key_of(import: u32, title: &ImportedTitle) -> Option<String> {
        Some(format!("{import}:{}", title.key()?))
    }

    /// The merged result of one title's entries, in the order of their imports; `None` without any.
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

    /// The number of the import of an entry of this key; `None` where it is none.
    pub fn import_of(key: &str) -> Option<u32> {
        key.split_once(':')?.0.parse().ok()
    }
}

/// An unresolved entry whose title the catalogue has learnt by now.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolvable {
    /// Whose it is.
    pub uid: UserId,
    /// Its key.
    pub key: String,
    /// The title.
    pub title: MalId,
    /// The number of its import.
    pub import: u32,
    /// When it was brought.
    pub added_at: Timestamp,
    /// What the file says of it.
    pub entry: ImportedEntry,
    /// What stands where it and what earlier imports say of the title differ.
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

    /// Forgets imports that were brought a day before `now` and not applied.
    async fn sweep_imports(&self, now: Timestamp) -> Result<()>;

    /// The owner's unresolved entries, those of the last import first; `limit` at most, behind the one of a key if one is
    /// given, which need not be there any more.
    async fn unresolved_entries(
        &self,
        uid: &UserId,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<UnresolvedEntry>>;

    /// How many unresolved entries the owner has.
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

/// Says what becomes of an entry from the changes that an import has made of it, oldest first.
pub type UndoChanges<'a> =
    &'a (dyn Fn(&[ListEvent], &CurrentEntry) -> Result<Decision> + Send + Sync);

/// An unresolved entry that gets its title or is forgotten.
#[derive(Clone, Copy)]
pub struct Resolving<'a> {
    /// Its key.
    pub key: &'a str,
    /// As what it is done.
    pub operation: &'a Operation,
    /// Says what becomes of the title's entry.
    pub decide: Decide<'a>,
}

/// A title that was to be written, and why it was not.
pub type Unwritten<'a> = (MalId, &'a Error);

/// Says what an import leads to where these titles are not written.
pub type ToOutcome<'a> = &'a (dyn Fn(&[Unwritten<'_>]) -> ApplyOutcome + Send + Sync);

/// The writes of applying an import.
#[derive(Clone, Copy)]
pub struct Applying<'a> {
    /// The titles whose entries change.
    pub ids: &'a [MalId],
    /// What the catalogue knows no titles for.
    pub unresolved: &'a [UnresolvedEntry],
    /// What their titles are called.
    pub names: &'a BTreeMap<MalId, String>,
    /// Its result.
    pub outcome: ToOutcome<'a>,
}
