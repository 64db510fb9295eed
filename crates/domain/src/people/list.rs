//! What others see of a list.

use std::cmp::Reverse;

use crate::{
    anime_list::{ListItem, ListedTitle, Status},
    fold::fold,
    rating::StatusCounts,
};

/// Titles that a page of a list or of a comparison has.
pub const PEOPLE_PAGE: usize = 50;

/// The entries of a list that are not private, in its order: the only ones that others may be told of, also in sums,
/// counts and orders.
pub fn public_entries(mut items: Vec<ListItem>) -> Vec<ListItem> {
    items.retain(|item| !item.entry.private);
    items
}

/// The order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ListSort {
    /// What was added last comes first.
    #[default]
    Added,
    /// The best comes first, what has no score last.
    Score,
    /// By name.
    Title,
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListPage {
    /// Its entries.
    pub items: Vec<ListItem>,
    /// How many entries of each status the whole list has.
    pub counts: StatusCounts,
    /// How many there are in all parts.
    pub total: u32,
}

impl ListPage {
    /// Part `page`, from 1 on, of those of `items` that have a status, or of all.
    ///
    /// `items` are [public](public_entries).
    pub fn of(items: Vec<ListItem>, status: Option<Status>, sort: ListSort, page: u32) -> Self {
        let counts = counts(&items);
        let is_meant = |item: &ListItem| status.is_none_or(|status| item.entry.status == status);
        let mut items: Vec<ListItem> = items.into_iter().filter(is_meant).collect();
        match sort {
            ListSort::Added => {}
            ListSort::Score => {
                items.sort_by_cached_key(|it| (Reverse(it.entry.score), name_key(&it.title)));
            }
            ListSort::Title => items.sort_by_cached_key(|it| name_key(&it.title)),
        }
        Self {
            counts,
            total: u32::try_from(items.len()).unwrap_or(u32::MAX),
            items: part(items, page),
        }
    }
}

fn counts(items: &[ListItem]) -> StatusCounts {
    let mut counts = StatusCounts::new();
    for item in items {
        *counts.entry(item.entry.status).or_default() += 1;
    }
    counts
}

/// A page of things, from 1 on; past the last one there is nothing.
pub(super) fn part<T>(all: Vec<T>, page: u32) -> Vec<T> {
    let before = usize::try_from(page.saturating_sub(1)).unwrap_or(usize::MAX);
    let before = before.saturating_mul(PEOPLE_PAGE);
    all.into_iter().skip(before).take(PEOPLE_PAGE).collect()
}

/// What orders titles by name: as most read it, whatever its case and its marks.
pub(super) fn name_key(title: &ListedTitle) -> (String, u32) {
    let name = title.title_english.as_deref().unwrap_or(&title.title);
    (fold(name), title.mal_id.get())
}
