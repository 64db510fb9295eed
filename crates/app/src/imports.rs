//! Imports of lists: what a file would change, doing so, and taking it back.
//!
//! **Invariant:** a preview and what applying it does are made by the same [plan](plan()).

mod plan;

use std::{collections::HashMap, sync::Arc};

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{
        Cause, CurrentEntry, Decision, ImportPolicy, ImportedEntry, ListEntry, ListItem, Mine,
        OpId, Operation,
    },
    clock::Clock,
    library::{
        Applying, EntriesChanged, ImportCounts, ImportRead, ImportRow, ImportStore, ListImport,
        NewImport, Position, Resolvable, UnresolvedEntry,
    },
};
use jiff::{SignedDuration, Timestamp};

pub use self::plan::{Choices, Plan, PlannedRow, RowChoice, RowState, plan};
use crate::{budgets::Budgets, library::write, live::Live};

/// Unresolved entries that are looked at at once, once the catalogue knows their titles.
const RESOLVED_AT_ONCE: u32 = 200;
/// Files that somebody may bring at once, and after which time one more.
const FILES_AT_ONCE: u32 = 60;
const FILE_INTERVAL: SignedDuration = SignedDuration::from_mins(1);
/// Longest name of a file that is kept, in characters.
const MAX_NAME_CHARS: usize = 200;

/// The use cases of imports. Cheap to clone.
#[derive(Clone)]
pub struct Imports {
    store: Arc<dyn ImportStore>,
    live: Live,
    clock: Arc<dyn Clock>,
    /// Each server counts by itself what costs that server alone.
    files: Arc<Budgets>,
}

/// What applying an import has led to.
#[derive(Debug)]
pub struct Applied {
    /// Where the library stands now.
    pub position: Position,
    /// How many rows had which result.
    pub counts: ImportCounts,
    /// Titles that stayed as they are against the preview, what the file calls them, and why.
    pub left: Vec<(MalId, Option<String>, Error)>,
}

/// What taking an import back has led to.
#[derive(Debug)]
pub struct Undone {
    /// Where the library stands now.
    pub position: Position,
    /// Entries that are as they were before it.
    pub restored: u32,
    /// Titles that stayed as they are, since somebody has changed them since; with their entries, if they have one.
    pub left: Vec<(MalId, Option<ListItem>)>,
}

impl Imports {
    /// Use cases over a store; `live` is notified of changes.
    pub fn new(store: Arc<dyn ImportStore>, live: Live, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            live,
            clock,
            files: Arc::new(Budgets::new("imports", FILES_AT_ONCE, FILE_INTERVAL)),
        }
    }

    /// Counts that somebody brings a file.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub fn begin(&self, uid: &UserId) -> Result<()> {
        let taken = self.files.take(uid.as_str().to_owned(), self.clock.now());
        taken.map_err(|retry_after| Error::TooManyAttempts { retry_after })
    }

    /// Keeps the rows of a file for a preview. Nothing else is written. Returns the import's number.
    pub async fn add(
        &self,
        uid: &UserId,
        name: &str,
        form: &str,
        rows: &[ImportRow],
    ) -> Result<u32> {
        let name = name.chars().filter(|it| !it.is_control());
        let new = NewImport {
            name: name.take(MAX_NAME_CHARS).collect(),
            form: form.to_owned(),
            at: self.clock.now(),
        };
        self.store.add_import(uid, &new, rows).await
    }

    /// The owner's imports, newest first.
    pub async fn all(&self, uid: &UserId) -> Result<Vec<ListImport>> {
        self.store.imports(uid).await
    }

    /// An import, and what it would do.
    ///
    /// # Errors
    /// [`Error::NotFound`]
    pub async fn preview(
        &self,
        uid: &UserId,
        number: u32,
        choices: Choices,
    ) -> Result<(Arc<ImportRead>, Plan)> {
        let read = Arc::new(self.store.read_import(uid, number).await?);
        let (planned, now) = (Arc::clone(&read), self.clock.now());
        // Thousands of rows would keep the worker from others' requests
        let planning = tokio::task::spawn_blocking(move || plan(&planned, &choices, now));
        let plan = planning.await;
        Ok((
            read,
            plan.map_err(|error| Error::internal("planning an import", error))?,
        ))
    }

    /// Forgets an import that was not applied.
    ///
    /// # Errors
    /// [`Error::NotFound`]
    pub async fn forget(&self, uid: &UserId, number: u32) -> Result<()> {
        let was_there = self.store.forget_import(uid, number).await?;
        was_there
            .then_some(())
            .ok_or(Error::NotFound("This import"))
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
            op_id: op_id(&format!("import-{number:08}")),
            ..Operation::by_hand(now)
        };
        let mut counts = plan.counts;
        let (ids, unresolved) = written(&plan, &read, (number, now));
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let applying = async move {
            let applying = Applying {
                ids: &ids,
                unresolved: &unresolved,
                counts,
            };
            let decide = |current: &CurrentEntry| decide(&plan, &read, current, now);
            let changed = store.apply_import(&owner, number, applying, &operation, &decide);
            let changed = changed.await?;
            let position = changed.position;
            let mut left = Vec::new();
            let stayed = plan.changed_after(base_version, &read).into_iter();
            let stayed = stayed.map(|id| (id, Err(changed_since_preview())));
            for (id, entry) in changed.entries.into_iter().chain(stayed) {
                if let Err(error) = entry {
                    plan.refuse(id, &mut counts);
                    left.push((id, plan.name_of(id, &read), error));
                }
            }
            let applied = Applied {
                position,
                counts,
                left,
            };
            Ok((changed.written, applied))
        };
        write(&self.live, uid, applying).await
    }

    /// Takes an import back: every entry that nobody has changed since is as it was before.
    ///
    /// # Errors
    /// [`Error::Invalid`] if it was not applied, or was taken back before.
    pub async fn undo(&self, uid: &UserId, number: u32, device: Option<String>) -> Result<Undone> {
        let events = self.store.import_events(uid, number).await?;
        let mut ids = Vec::new();
        let mut changes: HashMap<MalId, Change> = HashMap::new();
        for event in events {
            let change = changes.entry(event.mal_id).or_insert_with(|| {
                ids.push(event.mal_id);
                Change {
                    before: event.before,
                    ..Change::default()
                }
            });
            change.after = event.after;
            change.version = event.version;
        }
        let operation = Operation {
            device,
            op_id: op_id(&format!("unimport-{number:08}")),
            ..Operation::by_hand(self.clock.now())
        };
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let undoing = async move {
            let decide = |current: &CurrentEntry| match changes.get(&current.mal_id) {
                Some(change) => Ok(change.undone(current.entry.as_ref())),
                None => Err(Error::NotFound("This change")),
            };
            let undone = store.undo_import(&owner, number, &ids, &operation, &decide);
            let undone = undone.await?;
            Ok((undone.written, undone))
        };
        let undone = write(&self.live, uid, undoing).await?;
        let position = undone.position;
        let (mut restored, mut left) = (0, Vec::new());
        for (id, entry) in undone.entries {
            match entry {
                Ok(written) if written.changed_since.is_empty() => restored += 1,
                Ok(written) => left.push((id, written.item)),
                Err(_) => left.push((id, None)),
            }
        }
        Ok(Undone {
            position,
            restored,
            left,
        })
    }

    /// The owner's unresolved entries, newest first.
    pub async fn unresolved(&self, uid: &UserId) -> Result<Vec<UnresolvedEntry>> {
        self.store.unresolved_entries(uid).await
    }

    /// Gives an unresolved entry its title, or forgets it where that is `None`.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::UnknownTitle`], [`Error::ListFull`]
    pub async fn resolve(
        &self,
        uid: &UserId,
        key: &str,
        title: Option<MalId>,
        device: Option<String>,
    ) -> Result<EntriesChanged> {
        let unresolved = self.store.unresolved_entries(uid).await?;
        let mut keyed = unresolved.into_iter();
        let found = keyed.find(|it| it.title.key().as_deref() == Some(key));
        let found = found.ok_or(Error::NotFound("This entry"))?;
        self.take(uid, key, title, (found.import, found.entry), device)
            .await
    }

    /// Puts on the lists what was unresolved and whose title the catalogue has learnt; returns how many entries that
    /// was.
    pub async fn resolve_known(&self) -> Result<u32> {
        let mut count = 0;
        loop {
            let known = self.store.resolvable(RESOLVED_AT_ONCE).await?;
            let mut taken = 0;
            for Resolvable {
                uid,
                key,
                title,
                import,
                entry,
            } in known
            {
                let resolved = self.take(&uid, &key, Some(title), (import, entry), None);
                match resolved.await {
                    Ok(_) => taken += 1,
                    Err(error) => tracing::debug!(%error, "an entry stays unresolved"),
                }
            }
            if taken == 0 {
                return Ok(count);
            }
            count += taken;
        }
    }

    async fn take(
        &self,
        uid: &UserId,
        key: &str,
        title: Option<MalId>,
        (import, entry): (u32, ImportedEntry),
        device: Option<String>,
    ) -> Result<EntriesChanged> {
        let now = self.clock.now();
        let operation = Operation {
            device,
            cause: Cause::Import(import.to_string()),
            ..Operation::by_hand(now)
        };
        let (store, owner, key) = (Arc::clone(&self.store), uid.clone(), key.to_owned());
        let resolving = async move {
            let decide = |current: &CurrentEntry| {
                let facts = current.facts.as_ref().ok_or(Error::UnknownTitle)?;
                let mine = current.entry.as_ref();
                let after = match mine {
                    Some(mine) => {
                        let mine = Mine {
                            entry: mine,
                            changed_at: now,
                        };
                        entry.merged(mine, ImportPolicy::Mine, Some(facts))
                    }
                    None => entry.entry(Some(facts), now),
                };
                Ok(decision(Some(after)))
            };
            let changed = store.resolve(&owner, &key, title, &operation, &decide);
            let changed = changed.await?;
            Ok((changed.written, changed))
        };
        let mut changed = write(&self.live, uid, resolving).await?;
        match changed.entries.pop() {
            Some((_, Err(error))) => Err(error),
            entry => {
                changed.entries.extend(entry);
                Ok(changed)
            }
        }
    }
}

/// What an import has made of an entry.
#[derive(Default)]
struct Change {
    before: Option<ListEntry>,
    after: Option<ListEntry>,
    /// Of the last of its changes.
    version: u64,
}

impl Change {
    fn undone(&self, now: Option<&ListEntry>) -> Decision {
        let is_left = now != self.after.as_ref() && now != self.before.as_ref();
        if is_left {
            let changed = domain::anime_list::diff(self.after.as_ref(), now).into_iter();
            return Decision {
                changed_since: changed.map(|change| change.field).collect(),
                ..decision(now.cloned())
            };
        }
        Decision {
            undoes: Some(self.version),
            ..decision(self.before.clone())
        }
    }
}

fn decision(entry: Option<ListEntry>) -> Decision {
    Decision {
        entry,
        ..Decision::default()
    }
}

fn op_id(text: &str) -> Option<OpId> {
    text.parse().ok()
}

fn changed_since_preview() -> Error {
    Error::Invalid("It was changed after this preview was made, so it stays as it is.".into())
}

/// What becomes of an entry when its import is applied.
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
    let row = plan.written.get(&current.mal_id);
    let row = row.and_then(|row| Some((plan.rows.get(*row)?, read.rows.get(*row)?)));
    let (planned, matched) = row.ok_or(Error::UnknownTitle)?;
    let imported = matched.row.content.as_ref();
    let imported = imported.map_err(|reason| Error::Invalid(reason.clone()))?;
    let changed_at = read.entries.get(&current.mal_id).map(|it| it.changed_at);
    let after = match &current.entry {
        Some(mine) => {
            let mine = Mine {
                entry: mine,
                changed_at: changed_at.unwrap_or(now),
            };
            imported.merged(mine, planned.policy, Some(facts))
        }
        None => imported.entry(Some(facts), now),
    };
    Ok(decision(Some(after)))
}

/// The titles that a plan writes, and what it keeps unresolved. What was changed last comes last, so that it stands
/// first on the list; of one time, what stands first in the file.
fn written(
    plan: &Plan,
    read: &ImportRead,
    (import, added_at): (u32, Timestamp),
) -> (Vec<MalId>, Vec<UnresolvedEntry>) {
    let mut titles = Vec::new();
    let mut unresolved = Vec::new();
    for (planned, matched) in plan.rows.iter().zip(&read.rows) {
        let Ok(entry) = &matched.row.content else {
            continue;
        };
        match (planned.state, planned.title) {
            (RowState::Added | RowState::Changed, Some(id)) => {
                titles.push((entry.updated_at, std::cmp::Reverse(matched.row.number), id));
            }
            (RowState::Unresolved | RowState::Proposed, _) => {
                let key = matched.row.title.key().unwrap_or_default();
                if read.unresolved.get(&key) != Some(entry) {
                    unresolved.push(UnresolvedEntry {
                        title: matched.row.title.clone(),
                        import,
                        added_at,
                        entry: entry.clone(),
                        proposal: None,
                    });
                }
            }
            _ => {}
        }
    }
    titles.sort();
    (titles.into_iter().map(|(.., id)| id).collect(), unresolved)
}
