//! What others see of a list.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use crate::{
    anime_list::{ListItem, ListedTitle, Status},
    fold::fold,
    rating::{StatusCounts, status_counts},
};

/// Number of titles on a page of a list or of a comparison.
pub const PEOPLE_PAGE: usize = 50;

/// The public entries of a list, in its order: the only ones from which others may see anything, including sums,
/// counts and orders.
pub fn public_entries(mut items: Vec<ListItem>) -> Vec<ListItem> {
    items.retain(|item| !item.entry.private);
    items
}

/// The order of a public list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ListSort {
    /// Sorted by when titles were added, the last first.
    #[default]
    Added,
    /// Sorted by score, the best first, titles without one last.
    Score,
    /// Sorted by name.
    Title,
}

/// A page of a public list.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicListPage {
    /// The entries on the page.
    pub items: Vec<ListItem>,
    /// Number of entries of each status in the whole list.
    pub counts: StatusCounts,
    /// Number of entries on all pages.
    pub total: u32,
}

/// The [public entries](public_entries) of a list, of which parts are shown in several orders, without what nobody else
/// is ever shown of them.
#[derive(Debug)]
pub struct PublicEntries {
    items: Vec<ListItem>,
    counts: StatusCounts,
    /// Places in `items`. To compare names takes longest, so it is done once, and not before somebody asks for it.
    by_name: OnceLock<Vec<usize>>,
}

impl PublicEntries {
    /// Returns the public entries of a list.
    pub fn of(items: Vec<ListItem>) -> Self {
        let mut items = public_entries(items);
        for ListItem { entry, .. } in &mut items {
            entry.notes = String::new();
            entry.tags = BTreeSet::new();
            entry.foreign_fields = BTreeMap::new();
        }
        Self {
            counts: status_counts(items.iter().map(|item| item.entry.status)),
            items,
            by_name: OnceLock::new(),
        }
    }

    /// Returns all public entries.
    pub fn items(&self) -> &[ListItem] {
        &self.items
    }

    /// Returns page `page`, counted from 1, of the entries that have a status, or of all.
    pub fn page(&self, status: Option<Status>, sort: ListSort, page: u32) -> PublicListPage {
        let is_meant = |item: &&ListItem| status.is_none_or(|status| item.entry.status == status);
        let mut items: Vec<&ListItem> = match sort {
            ListSort::Added => self.items.iter().filter(is_meant).collect(),
            ListSort::Score | ListSort::Title => self.by_name().filter(is_meant).collect(),
        };
        if sort == ListSort::Score {
            // Those of one score stay by name
            items.sort_by_key(|item| Reverse(item.entry.score));
        }
        PublicListPage {
            counts: self.counts.clone(),
            total: u32::try_from(items.len()).unwrap_or(u32::MAX),
            items: part(items, page).into_iter().cloned().collect(),
        }
    }

    fn by_name(&self) -> impl Iterator<Item = &ListItem> {
        let order = self.by_name.get_or_init(|| {
            let mut order: Vec<usize> = (0..self.items.len()).collect();
            order.sort_by_cached_key(|place| name_key(&self.items[*place].title));
            order
        });
        order.iter().map(|place| &self.items[*place])
    }
}

/// Returns page `page`, counted from 1; past the last one it is empty.
pub(super) fn part<T>(all: Vec<T>, page: u32) -> Vec<T> {
    let before = usize::try_from(page.saturating_sub(1)).unwrap_or(usize::MAX);
    let before = before.saturating_mul(PEOPLE_PAGE);
    all.into_iter().skip(before).take(PEOPLE_PAGE).collect()
}

/// Returns the sort key of a title's name, without case and accents.
pub(super) fn name_key(title: &ListedTitle) -> (String, u32) {
    let name = title.title_english.as_deref().unwrap_or(&title.title);
    (fold(name), title.mal_id.get())
}
