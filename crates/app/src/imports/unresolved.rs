//! Imported entries of which the catalogue does not know the title.

use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{
        Cause, CurrentEntry, Decision, ImportPolicy, ImportedEntry, Operation, StoredEntryRef,
    },
    library::{EntriesChanged, Resolvable, Resolving, UnresolvedEntry},
};
use jiff::Timestamp;

use super::{Imports, decision};
use crate::library::write;

/// Unresolved entries that are looked at at once, once the catalogue knows their titles.
const BATCH: u32 = 200;

impl Imports {
    /// The owner's unresolved entries, those of the last import first; `limit` at most, behind the one of a key if one
    /// is given. Beside them, how many there are of all.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if no unresolved entry had that key.
    pub async fn unresolved(
        &self,
        uid: &UserId,
        after: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<UnresolvedEntry>, u32)> {
        let page = self.store.unresolved_entries(uid, after, limit).await?;
        Ok((page, self.store.unresolved_count(uid).await?))
    }

    /// Gives an unresolved entry its title, and all others of the same title with it; or forgets it where that is
    /// `None`.
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
        let mut all = self.store.unresolved_of_title(uid, key).await?;
        if title.is_none() {
            all.retain(|it| it.key == key);
        }
        let pending = all.into_iter().map(PendingImport::from).collect();
        self.take(uid, pending, title, device).await
    }

    /// Puts on the lists what was unresolved and whose title the catalogue has learnt; returns how many entries that
    /// was.
    pub async fn resolve_known(&self) -> Result<u32> {
        let mut count = 0;
        let mut after: Option<Resolvable> = None;
        let mut of_title: Vec<Resolvable> = Vec::new();
        loop {
            let known = self.store.resolvable(after.as_ref(), BATCH).await?;
            let is_last = known.is_empty();
            for one in known {
                let of = |it: &Resolvable| (it.uid.clone(), it.title);
                if of_title.last().is_some_and(|last| of(last) != of(&one)) {
                    count += self.take_known(mem::take(&mut of_title)).await;
                }
                after = Some(one.clone());
                of_title.push(one);
            }
            if is_last {
                return Ok(count + self.take_known(of_title).await);
            }
        }
    }

    /// Puts entries of one title and one owner on the list; returns how many that was.
    async fn take_known(&self, entries: Vec<Resolvable>) -> u32 {
        let Some(first) = entries.first() else {
            return 0;
        };
        let (uid, title) = (first.uid.clone(), first.title);
        let pending: Vec<PendingImport> = entries.into_iter().map(PendingImport::from).collect();
        let count = u32::try_from(pending.len()).unwrap_or(u32::MAX);
        match self.take(&uid, pending, Some(title), None).await {
            Ok(_) => count,
            Err(error) => {
                tracing::debug!(%error, "entries stay unresolved");
                0
            }
        }
    }

    /// Puts what imports say of one title on the list, in their order, or forgets it: all of it at once, so that each
    /// meets the one before. What was on the list already was put there by hand, and stands.
    async fn take(
        &self,
        uid: &UserId,
        pending: Vec<PendingImport>,
        title: Option<MalId>,
        device: Option<String>,
    ) -> Result<EntriesChanged> {
        let now = self.clock.now();
        let operation = |one: &PendingImport| Operation {
            device: device.clone(),
            cause: Cause::Import(one.import.to_string()),
            ..Operation::by_hand(now)
        };
        let operations: Vec<Operation> = pending.iter().map(operation).collect();
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let resolving = async move {
            let imported_at = Mutex::new(None);
            let deciding = |one| {
                let imported_at = &imported_at;
                move |current: &CurrentEntry| decide(one, imported_at, current, now)
            };
            let deciding: Vec<_> = pending.iter().map(deciding).collect();
            let each = pending.iter().zip(&operations).zip(&deciding);
            let each = each.map(|((one, operation), decide)| Resolving {
                key: &one.key,
                operation,
                decide,
            });
            let entries: Vec<Resolving<'_>> = each.collect();
            let changed = store.resolve(&owner, &entries, title).await?;
            Ok((changed.written, changed))
        };
        write(&self.live, uid, resolving).await
    }
}

/// Decides how an unresolved entry changes the list. The import's policy merges it with an entry that only imports have
/// written, the last of them at `imported_at`; any other entry of the list stays unchanged.
fn decide(
    pending: &PendingImport,
    imported_at: &Mutex<Option<Timestamp>>,
    current: &CurrentEntry,
    now: Timestamp,
) -> Result<Decision> {
    let facts = current.facts.as_ref().ok_or(Error::UnknownTitle)?;
    let mut imported_at = imported_at.lock().unwrap_or_else(PoisonError::into_inner);
    let (policy, changed_at) = match *imported_at {
        Some(at) => (pending.policy, at),
        None => (ImportPolicy::Mine, now),
    };
    let mine = current.entry.as_ref();
    if mine.is_none() || imported_at.is_some() {
        *imported_at = Some(pending.added_at);
    }
    let mine = mine.map(|entry| StoredEntryRef { entry, changed_at });
    let after = pending.entry.applied(mine, policy, Some(facts), now);
    Ok(decision(Some(after)))
}

/// An imported entry that is not on the list yet.
struct PendingImport {
    key: String,
    import: u32,
    added_at: Timestamp,
    entry: ImportedEntry,
    policy: ImportPolicy,
}

impl From<UnresolvedEntry> for PendingImport {
    fn from(it: UnresolvedEntry) -> Self {
        Self {
            key: it.key,
            import: it.import,
            added_at: it.added_at,
            entry: it.entry,
            policy: it.policy,
        }
    }
}

impl From<Resolvable> for PendingImport {
    fn from(it: Resolvable) -> Self {
        Self {
            key: it.key,
            import: it.import,
            added_at: it.added_at,
            entry: it.entry,
            policy: it.policy,
        }
    }
}
