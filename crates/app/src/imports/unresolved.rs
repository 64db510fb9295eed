//! Imported entries of which the catalogue does not know the title.

use std::sync::Arc;

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{Cause, CurrentEntry, ImportPolicy, ImportedEntry, Mine, Operation},
    library::{EntriesChanged, Resolvable, UnresolvedEntry},
};
use jiff::Timestamp;

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
        let all = self.store.unresolved_of_title(uid, key).await?;
        let Some(title) = title else {
            let found = all.into_iter();
            let found = found.filter(|it| it.key().as_deref() == Some(key)).last();
            let found = found.ok_or(Error::NotFound("This entry"))?;
            return self.take(uid, key, None, &found.into(), None, device).await;
        };
        let mut before = None;
        let mut changed = Err(Error::NotFound("This entry"));
        for said in all.into_iter().map(Said::from) {
            let key = &said.key;
            let taken = self.take(uid, key, Some(title), &said, before, device.clone());
            let taken = taken.await?;
            before = Some(Before::of(&said, &taken));
            changed = Ok(taken);
        }
        changed
    }

    /// Puts on the lists what was unresolved and whose title the catalogue has learnt; returns how many entries that
    /// was.
    pub async fn resolve_known(&self) -> Result<u32> {
        let mut count = 0;
        let mut after: Option<Resolvable> = None;
        let mut before = None;
        loop {
            let known = self
                .store
                .resolvable(after.as_ref(), RESOLVED_AT_ONCE)
                .await?;
            let is_last = known.is_empty();
            for one in known {
                let of = |it: &Resolvable| (it.uid.clone(), it.title);
                if after.as_ref().map(of) != Some(of(&one)) {
                    before = None;
                }
                let said = Said::from(&one);
                let resolved = self.take(&one.uid, &one.key, Some(one.title), &said, before, None);
                match resolved.await {
                    Ok(changed) => {
                        count += 1;
                        before = Some(Before::of(&said, &changed));
                    }
                    Err(error) => tracing::debug!(%error, "an entry stays unresolved"),
                }
                after = Some(one);
            }
            if is_last {
                return Ok(count);
            }
        }
    }

    /// Puts an unresolved entry on the list, or forgets it. Its import's policy says what stands of it and of an
    /// earlier import's that was put there right `before`; anything else on the list was put there by hand, and stands.
    async fn take(
        &self,
        uid: &UserId,
        key: &str,
        title: Option<MalId>,
        said: &Said,
        before: Option<Before>,
        device: Option<String>,
    ) -> Result<EntriesChanged> {
        let now = self.clock.now();
        let operation = Operation {
            base_version: before.map(|it| it.version),
            device,
            cause: Cause::Import(said.import.to_string()),
            ..Operation::by_hand(now)
        };
        let (store, owner, key) = (Arc::clone(&self.store), uid.clone(), key.to_owned());
        let (entry, policy) = (said.entry.clone(), said.policy);
        let resolving = async move {
            let decide = |current: &CurrentEntry| {
                let facts = current.facts.as_ref().ok_or(Error::UnknownTitle)?;
                let before = before.filter(|_| current.since.is_empty());
                let mine = current.entry.as_ref().map(|entry| Mine {
                    entry,
                    changed_at: before.map_or(now, |it| it.changed_at),
                });
                let policy = before.map_or(ImportPolicy::Mine, |_| policy);
                let after = entry.applied(mine, policy, Some(facts), now);
                Ok(decision(Some(after)))
            };
            let changed = store.resolve(&owner, &key, title, &operation, &decide);
            let changed = changed.await?;
            Ok((changed.written, changed))
        };
        write(&self.live, uid, resolving).await
    }
}

/// What a file says of a title.
struct Said {
    key: String,
    import: u32,
    added_at: Timestamp,
    entry: ImportedEntry,
    policy: ImportPolicy,
}

impl From<UnresolvedEntry> for Said {
    fn from(it: UnresolvedEntry) -> Self {
        Self {
            key: it.key().unwrap_or_default(),
            import: it.import,
            added_at: it.added_at,
            entry: it.entry,
            policy: it.policy,
        }
    }
}

impl From<&Resolvable> for Said {
    fn from(it: &Resolvable) -> Self {
        Self {
            key: it.key.clone(),
            import: it.import,
            added_at: it.added_at,
            entry: it.entry.clone(),
            policy: it.policy,
        }
    }
}

/// An earlier import's entry of the same title, put on the list right before.
#[derive(Clone, Copy)]
struct Before {
    /// Version of the library since then.
    version: u64,
    /// When that import was applied.
    changed_at: Timestamp,
}

impl Before {
    const fn of(said: &Said, changed: &EntriesChanged) -> Self {
        Self {
            version: changed.position.version,
            changed_at: said.added_at,
        }
    }
}
