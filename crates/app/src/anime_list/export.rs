//! Which entries an export has.

use std::sync::Arc;

use domain::{
    Result,
    account::UserId,
    anime_list::{ListEntry, ListItem, ListedTitle, Status},
    clock::Clock,
    library::{AnimeListStore, ImportStore, UnresolvedEntry},
};
use jiff::{Timestamp, civil::Date};

/// Entries that are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportFilter {
    /// Those of these statuses; of all where there are none.
    pub statuses: Vec<Status>,
    /// Those with this tag.
    pub tag: Option<String>,
    /// Private ones, too.
    pub private: bool,
}

/// What an export has.
#[derive(Debug)]
pub struct Exported {
    /// The entries, in the list's order; behind them those whose titles the catalogue has lost, by their numbers alone.
    pub items: Vec<ListItem>,
    /// Imported entries whose titles the catalogue does not know.
    pub unresolved: Vec<UnresolvedEntry>,
    /// How many of either were left out because they are private.
    pub left_out: usize,
    /// When they were so.
    pub at: Timestamp,
    /// The day on which that was where their owner is.
    pub day: Date,
}

/// What an owner's export has now.
pub async fn export(
    (store, imports): (&dyn AnimeListStore, &dyn ImportStore),
    clock: &dyn Clock,
    uid: &UserId,
    filter: &ExportFilter,
) -> Result<Exported> {
    let at = clock.now();
    let day = store.preferences(uid).await?.date_at(at);
    // First, so that one that finds its title meanwhile is not missed
    let mut unresolved = imports.unresolved_entries(uid, None, u32::MAX).await?;
    let listed = store.list_entries(uid).await?;
    let mut items = listed.items;
    items.extend(listed.lost.into_iter().map(|(id, entry)| ListItem {
        title: Arc::new(ListedTitle::named(id, String::new())),
        entry,
    }));
    let entry = |it: &UnresolvedEntry| it.entry.entry(None, it.added_at);
    items.retain(|item| filter.wants(&item.entry));
    unresolved.retain(|it| filter.wants(&entry(it)));
    let wanted = items.len() + unresolved.len();
    items.retain(|item| filter.private || !item.entry.private);
    unresolved.retain(|it| filter.private || !entry(it).private);
    Ok(Exported {
        left_out: wanted - items.len() - unresolved.len(),
        items,
        unresolved,
        at,
        day,
    })
}

impl ExportFilter {
    /// Whether an entry is wanted if it is not private.
    fn wants(&self, entry: &ListEntry) -> bool {
        let is_tagged = |tag: &String| entry.tags.contains(tag);
        (self.statuses.is_empty() || self.statuses.contains(&entry.status))
            && self.tag.as_ref().is_none_or(is_tagged)
    }
}
