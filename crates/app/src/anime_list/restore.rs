//! Restores a list to an earlier state.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    anime_list::{Cause, CurrentEntry, ListEntry, ListItem, Status, restore},
    library::{MAX_CHANGED_ENTRIES, Position, WrittenEntry},
};

use super::{AnimeLists, ChangeContext, HistoryPointParam};

/// The choice of the titles to restore, and of the state to restore.
#[derive(Debug, Clone)]
pub struct Restoring {
    /// The point of the list's history to go back to.
    pub point: HistoryPointParam,
    /// The titles to restore; `None` for all titles.
    pub titles: Option<Vec<MalId>>,
    /// The status that the titles had at that point; `None` for any.
    pub status: Option<Status>,
}

/// The outcome of restoring a list.
#[derive(Debug)]
pub struct Restored {
    /// The position of the library after the change.
    pub position: Position,
    /// The titles that differed, each as it is now or with the reason why it still differs.
    pub entries: Vec<(MalId, Result<WrittenEntry>)>,
}

impl AnimeLists {
    /// Restores the list, or some of it. What was not on it then is taken off only where it is named, or where
    /// all is restored.
    ///
    /// A long list is restored in several transactions: sent again, the same operation goes on.
    ///
    /// # Errors
    /// [`Error::NotFound`](domain::Error::NotFound) if there is no such change to go back before; and as
    /// [`change_entries`](domain::library::AnimeListStore::change_entries) says.
    pub async fn restore(
        &self,
        uid: &UserId,
        restoring: Restoring,
        context: ChangeContext,
    ) -> Result<Restored> {
        let (point, at) = self.history_point(uid, restoring.point).await?;
        let then = by_title(self.store.list_at(uid, point).await?);
        let now = self.store.list_entries(uid).await?;
        let mut position = now.position;
        let now = by_title(now.items);
        let mut ids = restoring.selected_titles(&then, &now);
        ids.retain(|id| then.get(id) != now.get(id));
        let operation = context.operation(self.clock.now(), Cause::Restore(at));
        let then = Arc::new(then);
        let mut entries = Vec::with_capacity(ids.len());
        for ids in ids.chunks(MAX_CHANGED_ENTRIES) {
            let then = Arc::clone(&then);
            let decide = move |current: &CurrentEntry| Ok(restore(then.get(&current.mal_id)));
            let changed = self.change(uid, ids.to_vec(), operation.clone(), decide);
            let changed = changed.await?;
            position = changed.position;
            entries.extend(changed.entries);
        }
        Ok(Restored { position, entries })
    }
}

impl Restoring {
    /// Returns the chosen titles, each once: those not on the list then come first, the others by date of addition.
    fn selected_titles(
        &self,
        then: &HashMap<MalId, ListEntry>,
        now: &HashMap<MalId, ListEntry>,
    ) -> Vec<MalId> {
        let mut ids: Vec<MalId> = match (&self.titles, self.status) {
            (Some(titles), _) => titles.clone(),
            (None, Some(_)) => then.keys().copied().collect(),
            (None, None) => then.keys().chain(now.keys()).copied().collect(),
        };
        let mut seen = HashSet::new();
        let had_status = |id: &MalId| match self.status {
            Some(status) => then.get(id).is_some_and(|entry| entry.status == status),
            None => true,
        };
        ids.retain(|id| seen.insert(*id) && had_status(id));
        // By the dates of addition, so that what was added last comes back last
        ids.sort_by_key(|id| then.get(id).map(|entry| entry.added_at));
        ids
    }
}

fn by_title(items: Vec<ListItem>) -> HashMap<MalId, ListEntry> {
    let items = items.into_iter();
    items.map(|item| (item.title.mal_id, item.entry)).collect()
}
