//! Imported entries of which the catalogue does not know the title.

use std::sync::Arc;

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{Cause, CurrentEntry, ImportPolicy, ImportedEntry, Mine, Operation},
    library::{EntriesChanged, UnresolvedEntry},
};

use super::{Imports, decision};
use crate::library::write;

/// Unresolved entries that are looked at at once, once the catalogue knows their titles.
const RESOLVED_AT_ONCE: u32 = 200;

impl Imports {
    /// The owner's unresolved entries, those of the last import first; `limit` at most, behind the one of a key if one
    /// is given. Beside them, how many there are of all.
    ///
    /// # Errors
    /// [`Error::NotFound`] where nothing has such a key.
    pub async fn unresolved(
        &self,
        uid: &UserId,
        after: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<UnresolvedEntry>, u32)> {
        let page = self.store.unresolved_entries(uid, after, limit).await?;
        Ok((page, self.store.unresolved_count(uid).await?))
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
        let found = self.store.unresolved_entry(uid, key).await?;
        let found = found.ok_or(Error::NotFound("This entry"))?;
        self.take(uid, key, title, (found.import, found.entry), device)
            .await
    }

    /// Puts on the lists what was unresolved and whose title the catalogue has learnt; returns how many entries that
    /// was.
    pub async fn resolve_known(&self) -> Result<u32> {
        let mut count = 0;
        let mut after = None;
        loop {
            let known = self
                .store
                .resolvable(after.as_ref(), RESOLVED_AT_ONCE)
                .await?;
            for one in &known {
                let entry = (one.import, one.entry.clone());
                let resolved = self.take(&one.uid, &one.key, Some(one.title), entry, None);
                match resolved.await {
                    Ok(_) => count += 1,
                    Err(error) => tracing::debug!(%error, "an entry stays unresolved"),
                }
            }
            after = known.into_iter().next_back();
            if after.is_none() {
                return Ok(count);
            }
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
                let mine = current.entry.as_ref().map(|entry| Mine {
                    entry,
                    changed_at: now,
                });
                let after = entry.applied(mine, ImportPolicy::Mine, Some(facts), now);
                Ok(decision(Some(after)))
            };
            let changed = store.resolve(&owner, &key, title, &operation, &decide);
            let changed = changed.await?;
            Ok((changed.written, changed))
        };
        write(&self.live, uid, resolving).await
    }
}
