//! Imports of lists: previewing what a file would change, applying it, and undoing it.
//!
//! **Invariant:** preview and application use the same [plan](plan()).

mod choices;
mod claims;
mod plan;
mod undo;
mod unresolved;

use std::{collections::BTreeMap, sync::Arc};

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{
        Cause, CurrentEntry, Decision, ListEntry, ListedTitle, Operation, StoredEntryRef,
    },
    clock::Clock,
    library::{
        ApplyOutcome, Applying, CsvReading, ImportCounts, ImportOperation, ImportRead, ImportRow,
        ImportStore, ListImport, MAX_NAMED_UNCHANGED, NewImport, Position, UnchangedByApply,
        UnchangedTitle, UnresolvedEntry, Unwritten,
    },
};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Semaphore;

pub use self::{
    choices::{Choices, RowChoice},
    plan::{Differences, Plan, PlannedRow, RowState, differences, plan},
};
use crate::{budgets::Budgets, library::write, live::Live};

/// The number of files that a user may bring at once, and the time after which one more.
const FILE_BURST: u32 = 60;
const FILE_INTERVAL: SignedDuration = SignedDuration::from_mins(1);
/// The largest number of imports that are planned at once.
const MAX_PLANNING: usize = 2;
/// Longest name of a file that is kept, in characters.
const MAX_NAME_CHARS: usize = 200;

/// The use cases of imports. Cheap to clone.
#[derive(Clone)]
pub struct Imports {
    store: Arc<dyn ImportStore>,
    live: Live,
    clock: Arc<dyn Clock>,
    /// The budgets of users' files, which each server counts by itself: a file costs that server alone.
    files: Arc<Budgets>,
    planning: Arc<Semaphore>,
}

/// A file of a list that a user brings.
#[derive(Debug)]
pub struct NewFile<'a> {
    /// The file's name.
    pub name: &'a str,
    /// The name of the file's form.
    pub form: &'a str,
    /// How the file was read, if it is a CSV; `None` for other forms.
    pub csv: Option<CsvReading>,
}

/// The outcome of applying an import.
#[derive(Debug)]
pub struct Applied {
    /// The position of the library after the change.
    pub position: Position,
    /// The numbers of rows by their result.
    pub counts: ImportCounts,
    /// The titles that stayed as they are, unlike in the preview, each with what the catalogue has of it.
    pub left: Vec<(UnchangedTitle, Option<Arc<ListedTitle>>)>,
    /// The rows that the preview has refused already; they are not kept afterwards.
    pub refused: Vec<RefusedRow>,
}

/// A row of a file that is not taken.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedRow {
    /// The row's number in the file, counted from 1.
    pub number: u32,
    /// The row's title; `None` where it is not known.
    pub title: Option<Arc<ListedTitle>>,
    /// The title's name in the file; `None` if the file has none.
    pub name: Option<String>,
    /// The sentences on why the row is not taken, and on what else there is to say.
    pub remarks: Vec<String>,
}

impl Imports {
    /// Makes the use cases over a store; `live` is notified of changes.
    pub fn new(store: Arc<dyn ImportStore>, live: Live, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            live,
            clock,
            files: Arc::new(Budgets::new("imports", FILE_BURST, FILE_INTERVAL)),
            planning: Arc::new(Semaphore::new(MAX_PLANNING)),
        }
    }

    /// Counts that a user brings a file.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyAttempts`] if the user's budget of files is used up.
    pub fn begin(&self, uid: &UserId) -> Result<()> {
        let taken = self.files.take(uid.as_str().to_owned(), self.clock.now());
        taken.map_err(|retry_after| Error::TooManyAttempts { retry_after })
    }

    /// Keeps the rows of a file for a preview. Nothing else is written. Returns the import's number.
    pub async fn add(&self, uid: &UserId, file: NewFile<'_>, rows: &[ImportRow]) -> Result<u32> {
        let name = file.name.chars().filter(|it| !it.is_control());
        let new = NewImport {
            name: name.take(MAX_NAME_CHARS).collect(),
            form: file.form.to_owned(),
            csv: file.csv,
            at: self.clock.now(),
        };
        self.store.add_import(uid, &new, rows).await
    }

    /// The owner's imports, newest first; `limit` at most, those `before` a number if one is given.
    pub async fn all(
        &self,
        uid: &UserId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<ListImport>> {
        self.store.imports(uid, before, limit).await
    }

    /// Returns an import, and the plan of what applying it would do.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the user has no such import.
    pub async fn preview(
        &self,
        uid: &UserId,
        number: u32,
        choices: Choices,
    ) -> Result<(Arc<ImportRead>, Plan)> {
        let chosen: Vec<MalId> = choices.rows.values().filter_map(|row| row.title).collect();
        // Each planning has a whole import in memory
        let planning = self.planning.acquire().await;
        let _planning = planning.map_err(|error| Error::internal("planning an import", error))?;
        let read = Arc::new(self.store.read_import(uid, number, &chosen).await?);
        let planned = Arc::clone(&read);
        // Planning thousands of rows here would keep the worker from others' requests
        let planning = tokio::task::spawn_blocking(move || plan(&planned, &choices));
        let plan = planning.await;
        Ok((
            read,
            plan.map_err(|error| Error::internal("planning an import", error))?,
        ))
    }

    /// Deletes an import that was not applied.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if there is no such import.
    pub async fn forget(&self, uid: &UserId, number: u32) -> Result<()> {
        let was_there = self.store.forget_import(uid, number).await?;
        was_there
            .then_some(())
            .ok_or(Error::NotFound("This import"))
    }

    /// Deletes the imports that were not applied within a day.
    pub async fn sweep(&self) -> Result<()> {
        self.store.sweep_imports(self.clock.now()).await
    }

    /// Applies an import as the preview has shown it to who had seen the library's version `seen`: what was
    /// changed since stays and is named.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Invalid`] if it was applied before.
    pub async fn apply(
        &self,
        uid: &UserId,
        number: u32,
        choices: Choices,
        seen: Option<u64>,
        device: Option<String>,
    ) -> Result<Applied> {
        let (read, plan) = self.preview(uid, number, choices).await?;
        let now = self.clock.now();
        let base_version = seen
            .unwrap_or(read.position.version)
            .min(read.position.version);
        let operation = Operation {
            base_version: Some(base_version),
            device,
            cause: Cause::Import(number.to_string()),
            op_id: ImportOperation::Apply(number).op_id(),
            ..Operation::by_hand(now)
        };
        let (ids, unresolved) = written(&plan, &read, (number, now));
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let applying = async move {
            let stayed = plan.changed_after(base_version, &read);
            let names = plan.names(&read);
            let written = ids
                .iter()
                .filter_map(|id| Some((*id, names.get(id)?.clone())));
            let written = written.collect();
            let outcome = |unwritten: &[Unwritten<'_>]| {
                let left = unchanged(unwritten, &stayed, &names);
                ApplyOutcome {
                    counts: plan.counts_without(unwritten.iter().map(|(id, _)| id)),
                    left: UnchangedByApply {
                        count: u32::try_from(left.len()).unwrap_or(u32::MAX),
                        named: left.into_iter().take(MAX_NAMED_UNCHANGED).collect(),
                    },
                }
            };
            let applying = Applying {
                ids: &ids,
                unresolved: &unresolved,
                names: &written,
                outcome: &outcome,
            };
            let decide = |current: &CurrentEntry| decide(&plan, &read, current, now);
            let changed = store.apply_import(&owner, number, applying, &operation, &decide);
            let changed = changed.await?;
            let unwritten = changed.entries.iter();
            let unwritten = unwritten.filter_map(|(id, entry)| Some((*id, entry.as_ref().err()?)));
            let unwritten: Vec<_> = unwritten.collect();
            let applied = Applied {
                position: changed.position,
                counts: plan.counts_without(unwritten.iter().map(|(id, _)| id)),
                left: (unchanged(&unwritten, &stayed, &names).into_iter())
                    .map(|it| {
                        let title = read.titles.get(&it.mal_id).cloned();
                        (it, title)
                    })
                    .collect(),
                refused: plan.refused(&read),
            };
            Ok((changed.written, applied))
        };
        write(&self.live, uid, applying).await
    }
}

fn decision(entry: Option<ListEntry>) -> Decision {
    Decision {
        entry,
        ..Decision::default()
    }
}

/// All titles that stay as they are against the preview: those that were not written, and those whose rows were to change
/// nothing, but were changed after it.
fn unchanged(
    unwritten: &[Unwritten<'_>],
    stayed: &[MalId],
    names: &BTreeMap<MalId, String>,
) -> Vec<UnchangedTitle> {
    let changed = changed_since_preview();
    let unwritten = unwritten.iter().copied();
    unwritten
        .chain(stayed.iter().map(|id| (*id, &changed)))
        .map(|(mal_id, error)| UnchangedTitle {
            mal_id,
            name: names.get(&mal_id).cloned(),
            reason: error.to_string(),
        })
        .collect()
}

fn changed_since_preview() -> Error {
    Error::Invalid("It was changed after this preview was made, so it stays as it is.".into())
}

/// Decides about an entry when its import is applied.
fn decide(
    plan: &Plan,
    read: &ImportRead,
    current: &CurrentEntry,
    now: Timestamp,
) -> Result<Decision> {
    if !current.since.is_empty() {
        return Err(changed_since_preview());
    }
    let facts = current.facts.as_ref().ok_or(Error::UnknownTitle)?;
    let row = plan.listed.get(&current.mal_id);
    let row = row.and_then(|row| Some((plan.rows.get(*row)?, read.rows.get(*row)?)));
    let (planned, matched) = row.ok_or(Error::UnknownTitle)?;
    let imported = matched.row.entry(true);
    let imported = imported.map_err(|reason| Error::Invalid(reason.to_owned()))?;
    let changed_at = read.entries.get(&current.mal_id).map(|it| it.changed_at);
    let mine = current.entry.as_ref().map(|entry| StoredEntryRef {
        entry,
        changed_at: changed_at.unwrap_or(now),
    });
    let after = imported.applied(mine, planned.policy, Some(facts), now);
    Ok(decision(Some(after)))
}

/// The titles that a plan writes, and what it keeps unresolved. What was changed last comes last, so that it stands
/// first on the list; of one time, what stands first in the file.
fn written(
    plan: &Plan,
    read: &ImportRead,
    (import, now): (u32, Timestamp),
) -> (Vec<MalId>, Vec<UnresolvedEntry>) {
    let mut titles = Vec::new();
    let mut unresolved = Vec::new();
    for (planned, matched) in plan.rows.iter().zip(&read.rows) {
        let Ok(entry) = matched.row.entry(true) else {
            continue;
        };
        match (planned.state, planned.title) {
            (RowState::Added | RowState::Changed, Some(id)) => {
                titles.push((entry.updated_at, std::cmp::Reverse(matched.row.number), id));
            }
            (RowState::Unresolved | RowState::Proposed, _) if !planned.waits => {
                let title = &matched.row.title;
                let Some(key) = UnresolvedEntry::key_of(import, title) else {
                    continue;
                };
                let mut entry = entry.clone();
                let added_at = entry.added_at.take().unwrap_or(now);
                unresolved.push(UnresolvedEntry {
                    key,
                    title: title.clone(),
                    import,
                    added_at: added_at.min(now),
                    entry,
                    policy: planned.policy,
                    proposal: None,
                });
            }
            _ => {}
        }
    }
    titles.sort();
    (titles.into_iter().map(|(.., id)| id).collect(), unresolved)
}
