//! Anime lists: reading and editing them, what was done to them, and taking it back.
//!
//! **Invariant:** listeners are notified of a change after its commit, even if the client that made it does
//! not wait for the answer.

mod event_budget;
mod export;
mod restore;
mod statistics;

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{
        self, Cause, CurrentEntry, Decision, Edit, ListEvent, ListItem, Moment, OpId, Operation,
        Preferences, PreferencesChange, apply, undo,
    },
    clock::Clock,
    library::{
        ActivityItem, ActivityOf, AnimeList, AnimeListStore, EntriesChanged, HistoryPoint,
        ImportStore, MAX_CHANGED_ENTRIES, Written,
    },
};
use jiff::{SignedDuration, Timestamp, civil::Date};

use self::event_budget::{EVENT_KILOBYTES, EventBudget};
pub use self::{
    export::{ExportFilter, Exported, export},
    restore::{Restored, Restoring},
};
use crate::{library::write, live::Live};

/// The largest age of a change; an older change counts as of this age.
const MAX_AGE: Duration = Duration::from_hours(366 * 24);

/// The error for a version that is that of no change.
const NO_CHANGE: Error = Error::NotFound("This change");

/// The use cases of anime lists. Cheap to clone.
#[derive(Clone)]
pub struct AnimeLists {
    store: Arc<dyn AnimeListStore>,
    imports: Arc<dyn ImportStore>,
    live: Live,
    clock: Arc<dyn Clock>,
    events: Arc<EventBudget>,
}

/// Who makes a change, when and from what state, as a client says it.
#[derive(Debug, Clone, Default)]
pub struct ChangeContext {
    /// The name of the client that makes the change.
    pub device: Option<String>,
    /// The client's id of the operation.
    pub op_id: Option<OpId>,
    /// The library's version that the client had seen; `None` for a client that has seen all.
    pub base_version: Option<u64>,
    /// The time since the user made the change; `None` where the client does not say.
    pub age: Option<Duration>,
    /// The date where the user is; `None` for the date in the time zone of the preferences.
    pub today: Option<Date>,
}

impl ChangeContext {
    fn operation(self, at: Timestamp, cause: Cause) -> Operation {
        let age = self.age.map(|age| age.min(MAX_AGE));
        let age = age.map(|age| SignedDuration::try_from(age).unwrap_or_default());
        Operation {
            at,
            made_at: age.map(|age| at - age),
            device: self.device,
            cause,
            op_id: self.op_id,
            base_version: self.base_version,
            takes_back: None,
        }
    }
}

/// A point of a list's history as a client names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryPointParam {
    /// The list at this instant.
    Instant(Timestamp),
    /// The list at the end of this day in the owner's time zone.
    EndOf(Date),
    /// The list right before the change of this version.
    Before(u64),
}

impl AnimeLists {
    /// Makes the use cases over stores; `live` is notified of changes.
    pub fn new(
        store: Arc<dyn AnimeListStore>,
        imports: Arc<dyn ImportStore>,
        live: Live,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let events = Arc::new(EventBudget::new(EVENT_KILOBYTES));
        Self {
            store,
            imports,
            live,
            clock,
            events,
        }
    }

    /// Limits the kilobytes of events that an account may write at once, and in each day from then on.
    #[must_use]
    pub fn limited_to(self, event_kilobytes: u32) -> Self {
        let events = Arc::new(EventBudget::new(event_kilobytes));
        Self { events, ..self }
    }

    /// Returns the whole list.
    pub async fn read(&self, uid: &UserId) -> Result<AnimeList> {
        self.store.list_entries(uid).await
    }

    /// Returns the content of an export of the list as it is now.
    pub async fn export(&self, uid: &UserId, filter: &ExportFilter) -> Result<Exported> {
        export((&*self.store, &*self.imports), &*self.clock, uid, filter).await
    }

    /// Returns the list at a point of its history.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the version is that of no change.
    pub async fn read_at(&self, uid: &UserId, point: HistoryPointParam) -> Result<Vec<ListItem>> {
        let (point, _) = self.history_point(uid, point).await?;
        self.store.list_at(uid, point).await
    }

    /// Returns the point of the list's history that a client means, and its instant.
    async fn history_point(
        &self,
        uid: &UserId,
        point: HistoryPointParam,
    ) -> Result<(HistoryPoint, Timestamp)> {
        let at = match point {
            HistoryPointParam::Instant(at) => at,
            HistoryPointParam::EndOf(day) => self.store.preferences(uid).await?.end_of(day),
            HistoryPointParam::Before(version) => {
                let event = self.store.list_events(uid, &[version]).await?.pop();
                let event = event.ok_or(NO_CHANGE)?;
                return Ok((HistoryPoint::Before(version), event.at));
            }
        };
        Ok((HistoryPoint::At(at), at))
    }

    /// Edits the entries of titles, or takes them off the list; one that is refused is answered with its refusal.
    ///
    /// # Errors
    /// Fails as [`AnimeListStore::change_entries`] does.
    pub async fn edit(
        &self,
        uid: &UserId,
        ids: Vec<MalId>,
        edit: Edit,
        context: ChangeContext,
    ) -> Result<EntriesChanged> {
        let now = self.clock.now();
        let today = match context.today {
            Some(today) => today,
            None if edit.may_date() => self.store.preferences(uid).await?.date_at(now),
            None => Preferences::default().date_at(now),
        };
        let moment = Moment { now, today };
        let decide = move |current: &CurrentEntry| apply(current, &edit, &moment);
        let operation = context.operation(now, Cause::Hand);
        self.change(uid, ids, operation, decide).await
    }

    /// Undoes changes, each of another title.
    ///
    /// # Errors
    /// [`Error::NotFound`] if a version is that of no change of an entry, [`Error::Invalid`] for several changes
    /// of one title; and as [`AnimeListStore::change_entries`] says.
    pub async fn undo(
        &self,
        uid: &UserId,
        versions: &[u64],
        context: ChangeContext,
    ) -> Result<EntriesChanged> {
        if versions.is_empty() || versions.len() > MAX_CHANGED_ENTRIES {
            return Err(Error::Invalid(format!(
                "Please take back 1 to {MAX_CHANGED_ENTRIES} changes at once, not {}.",
                versions.len()
            )));
        }
        let versions: BTreeSet<u64> = versions.iter().copied().collect();
        let versions: Vec<u64> = versions.into_iter().collect();
        let events = self.store.list_events(uid, &versions).await?;
        if events.len() < versions.len() {
            return Err(NO_CHANGE);
        }
        let ids: Vec<MalId> = events.iter().map(|event| event.mal_id).collect();
        let by_title = events.into_iter().map(|event| (event.mal_id, event));
        let events: HashMap<MalId, ListEvent> = by_title.collect();
        if events.len() < ids.len() {
            return Err(Error::Invalid(
                "Please take back several changes of one title one after the other.".into(),
            ));
        }
        let operation = Operation {
            takes_back: versions.first().copied(),
            ..context.operation(self.clock.now(), Cause::Hand)
        };
        let decide = move |current: &CurrentEntry| {
            let event = events.get(&current.mal_id).ok_or(NO_CHANGE)?;
            Ok(undo(event, current))
        };
        self.change(uid, ids, operation, decide).await
    }

    /// Changes before a version, or the newest. Newest first, `limit` at most.
    pub async fn activity(
        &self,
        uid: &UserId,
        before: Option<u64>,
        of: ActivityOf,
        limit: u32,
    ) -> Result<Vec<ActivityItem>> {
        self.store.activity(uid, before, of, limit).await
    }

    /// Returns the owner's preferences.
    pub async fn preferences(&self, uid: &UserId) -> Result<Preferences> {
        self.store.preferences(uid).await
    }

    /// Changes the owner's preferences, and returns all of them.
    ///
    /// # Errors
    /// Fails with [`Error::Invalid`] for a time zone that does not exist.
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
        let (events, now) = (Arc::clone(&self.events), operation.at);
        events.check(uid, now)?;
        let changing = async move {
            let changed = store.change_entries(&owner, &ids, &operation, &decide);
            let changed = changed.await?;
            if changed.written {
                events.count(&owner, &changed, now);
            }
            Ok((changed.written, changed))
        };
        write(&self.live, uid, changing).await
    }
}

/// Whether undoing a change would change anything.
pub fn can_undo(item: &ActivityItem) -> bool {
    anime_list::can_undo(&item.event, item.now.as_ref())
}

/// Returns all changes of an owner's list that are kept, newest first.
pub(crate) async fn all_events(store: &dyn AnimeListStore, uid: &UserId) -> Result<Vec<ListEvent>> {
    /// The number of changes that are read at once.
    const PAGE: u32 = 500;
    let mut events: Vec<ListEvent> = Vec::new();
    loop {
        let before = events.last().map(|event| event.version);
        let page = store.activity(uid, before, ActivityOf::All, PAGE).await?;
        if page.is_empty() {
            return Ok(events);
        }
        events.extend(page.into_iter().map(|item| item.event));
    }
}
