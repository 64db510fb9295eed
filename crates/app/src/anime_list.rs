//! Anime lists: reading and editing them, what was done to them, and taking it back.
//!
//! **Invariant:** listeners are notified of a change after its commit, even if the client that made it does
//! not wait for the answer.

mod restore;

use std::sync::Arc;

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{
        Cause, CurrentEntry, Decision, Edit, ListEvent, ListItem, Moment, OpId, Operation,
        Preferences, PreferencesChange, apply, remove, undo,
    },
    clock::Clock,
    library::{ActivityItem, AnimeList, AnimeListStore, EntriesChanged, Written},
};
use jiff::{Timestamp, civil::Date};

pub use self::restore::{Restored, Restoring};
use crate::{library::write, live::Live};

/// The use cases of anime lists. Cheap to clone.
#[derive(Clone)]
pub struct AnimeLists {
    store: Arc<dyn AnimeListStore>,
    live: Live,
    clock: Arc<dyn Clock>,
}

/// How a client sends a change.
#[derive(Debug, Clone, Default)]
pub struct Sent {
    /// What its user makes it with.
    pub device: Option<String>,
    /// What it calls the change.
    pub op_id: Option<OpId>,
    /// The library's version that it had seen; `None` for one that has seen all.
    pub base_version: Option<u64>,
    /// The date where its user is; by default the one of the preferences' time zone.
    pub today: Option<Date>,
}

impl Sent {
    fn operation(self, at: Timestamp, cause: Cause) -> Operation {
        Operation {
            at,
            device: self.device,
            cause,
            op_id: self.op_id,
            base_version: self.base_version,
        }
    }
}

/// When a list is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// At this instant.
    Instant(Timestamp),
    /// At the end of this day where its owner is.
    EndOf(Date),
}

impl AnimeLists {
    /// Use cases over a store; `live` is notified of changes.
    pub fn new(store: Arc<dyn AnimeListStore>, live: Live, clock: Arc<dyn Clock>) -> Self {
        Self { store, live, clock }
    }

    /// The whole list.
    pub async fn read(&self, uid: &UserId) -> Result<AnimeList> {
        self.store.list_entries(uid).await
    }

    /// The list as it was.
    pub async fn read_at(&self, uid: &UserId, when: When) -> Result<Vec<ListItem>> {
        let at = self.instant(uid, when).await?;
        self.store.list_at(uid, at).await
    }

    async fn instant(&self, uid: &UserId, when: When) -> Result<Timestamp> {
        Ok(match when {
            When::Instant(at) => at,
            When::EndOf(day) => self.store.preferences(uid).await?.end_of(day),
        })
    }

    /// Edits the entries of titles; one that is refused is answered with its refusal.
    ///
    /// # Errors
    /// As [`AnimeListStore::change_entries`] says.
    pub async fn edit(
        &self,
        uid: &UserId,
        ids: Vec<MalId>,
        edit: Edit,
        sent: Sent,
    ) -> Result<EntriesChanged> {
        let now = self.clock.now();
        let today = match sent.today {
            Some(today) => today,
            None => self.store.preferences(uid).await?.date_at(now),
        };
        let moment = Moment { now, today };
        let decide = move |current: &CurrentEntry| apply(current, &edit, &moment);
        let operation = sent.operation(now, Cause::Hand);
        self.change(uid, ids, operation, decide).await
    }

    /// Takes titles off the list.
    ///
    /// # Errors
    /// As [`AnimeListStore::change_entries`] says.
    pub async fn remove(
        &self,
        uid: &UserId,
        ids: Vec<MalId>,
        sent: Sent,
    ) -> Result<EntriesChanged> {
        let operation = sent.operation(self.clock.now(), Cause::Hand);
        let decide = |current: &CurrentEntry| Ok(remove(current));
        self.change(uid, ids, operation, decide).await
    }

    /// Takes a change back.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the version is that of no change of an entry.
    pub async fn undo(&self, uid: &UserId, version: u64, sent: Sent) -> Result<EntriesChanged> {
        let event = self.store.list_event(uid, version).await?;
        let event = event.ok_or(Error::NotFound("This change"))?;
        let operation = sent.operation(self.clock.now(), Cause::Undo(version));
        let ids = vec![event.mal_id];
        let decide = move |current: &CurrentEntry| Ok(undo(&event, current.entry.as_ref()));
        self.change(uid, ids, operation, decide).await
    }

    /// Changes before a version, or the newest; of one title or of all. Newest first, `limit` at most.
    pub async fn activity(
        &self,
        uid: &UserId,
        before: Option<u64>,
        title: Option<MalId>,
        limit: u32,
    ) -> Result<Vec<ActivityItem>> {
        self.store.activity(uid, before, title, limit).await
    }

    /// What the owner prefers.
    pub async fn preferences(&self, uid: &UserId) -> Result<Preferences> {
        self.store.preferences(uid).await
    }

    /// Changes what the owner prefers, and returns all of it.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a time zone that does not exist.
    pub async fn set_preferences(
        &self,
        uid: &UserId,
        change: PreferencesChange,
    ) -> Result<(Written, Preferences)> {
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let setting = async move {
            let set = store.set_preferences(&owner, &change).await?;
            Ok((set.0.is_change(), set))
        };
        write(&self.live, uid, setting).await
    }

    async fn change(
        &self,
        uid: &UserId,
        ids: Vec<MalId>,
        operation: Operation,
        decide: impl Fn(&CurrentEntry) -> Result<Decision> + Send + Sync + 'static,
    ) -> Result<EntriesChanged> {
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let changing = async move {
            let changed = store.change_entries(&owner, &ids, &operation, &decide);
            let changed = changed.await?;
            Ok((changed.written, changed))
        };
        write(&self.live, uid, changing).await
    }
}

/// Whether taking a change back would change anything.
pub fn can_undo(item: &ActivityItem) -> bool {
    undo(&item.event, item.now.as_ref()).entry != item.now
}

/// All changes of an owner's list that are kept, newest first.
pub(crate) async fn all_events(store: &dyn AnimeListStore, uid: &UserId) -> Result<Vec<ListEvent>> {
    /// Changes that are read at once.
    const PAGE: u32 = 500;
    let mut events: Vec<ListEvent> = Vec::new();
    loop {
        let before = events.last().map(|event| event.version);
        let page = store.activity(uid, before, None, PAGE).await?;
        if page.is_empty() {
            return Ok(events);
        }
        events.extend(page.into_iter().map(|item| item.event));
    }
}
