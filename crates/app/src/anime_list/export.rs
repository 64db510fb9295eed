//! Which entries an export has.

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use domain::{
    Result,
    account::UserId,
    anime_list::{ImportedEntry, ListEntry, ListItem, ListedTitle, Status},
    clock::Clock,
    library::{AnimeListStore, ImportStore, UnresolvedEntry},
};
use jiff::{Timestamp, civil::Date};

/// The choice of the entries of an export.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportFilter {
    /// The statuses of the wanted entries; all statuses if empty.
    pub statuses: Vec<Status>,
    /// The tag of the wanted entries; `None` for any entry.
    pub tag: Option<String>,
    /// Whether private entries are wanted, too.
    pub private: bool,
}

/// The content of an export.
#[derive(Debug)]
pub struct Exported {
    /// The entries, in the list's order; behind them those whose titles the catalogue has lost, by their numbers alone.
    pub items: Vec<ListItem>,
    /// Imported entries whose titles the catalogue does not know.
    pub unresolved: Vec<UnresolvedEntry>,
    /// The number of listed and imported entries that were left out because they are private.
    pub left_out: usize,
    /// The instant of the export.
    pub at: Timestamp,
    /// The day of the export in the owner's time zone.
    pub day: Date,
}

/// Returns the content of an owner's export as of now.
pub async fn export(
    (store, imports): (&dyn AnimeListStore, &dyn ImportStore),
    clock: &dyn Clock,
    uid: &UserId,
    filter: &ExportFilter,
) -> Result<Exported> {
    let at = clock.now();
    let day = store.preferences(uid).await?.date_at(at);
    // Unresolved entries are read first: one that finds its title meanwhile is on the list then, and not missed
    let unresolved = imports.unresolved_entries(uid, None, u32::MAX).await?;
    let mut unresolved = one_of_a_title(unresolved);
    let listed = store.list_entries(uid).await?;
    let mut items = listed.items;
    items.extend(listed.lost.into_iter().map(|(id, entry)| ListItem {
        title: Arc::new(ListedTitle::named(id, String::new())),
        entry,
    }));
    let entry = |it: &UnresolvedEntry| it.entry.entry(None, it.added_at);
    items.retain(|item| filter.includes(&item.entry));
    unresolved.retain(|it| filter.includes(&entry(it)));
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

/// The entries, those of one title as one: a file has each title once. What was brought last comes first, whichever
/// import brought it, so that a file that is brought to another account is written in the same order there.
fn one_of_a_title(entries: Vec<UnresolvedEntry>) -> Vec<UnresolvedEntry> {
    let mut by_title: HashMap<Option<String>, Vec<UnresolvedEntry>> = HashMap::new();
    let mut order = Vec::new();
    for entry in entries {
        let of_title = by_title.entry(entry.title.key()).or_default();
        if of_title.is_empty() {
            order.push(entry.title.key());
        }
        of_title.push(entry);
    }
    let one = |key| {
        let all = by_title.remove(&key)?;
        // The entry of the last import comes first
        let together = UnresolvedEntry::together(all.iter().rev());
        let is_one = all.len() == 1;
        let mut first = all.into_iter().next()?;
        if let Some(now) = together.filter(|_| !is_one) {
            first.entry = ImportedEntry {
                status: Some(now.entry.status),
                whole: Some(Box::new(now.entry)),
                ..ImportedEntry::default()
            };
        }
        Some(first)
    };
    let mut entries: Vec<UnresolvedEntry> = order.into_iter().filter_map(one).collect();
    entries.sort_by_cached_key(|it| (Reverse(it.added_at), it.title.key()));
    entries
}

impl ExportFilter {
    /// Whether the filter wants an entry; that the entry is private does not matter here.
    fn includes(&self, entry: &ListEntry) -> bool {
        let is_tagged = |tag: &String| entry.tags.contains(tag);
        (self.statuses.is_empty() || self.statuses.contains(&entry.status))
            && self.tag.as_ref().is_none_or(is_tagged)
    }
}
