//! Pages of lists.

use serde::Serialize;

/// A page of a list.
#[derive(Debug, Serialize)]
pub(crate) struct Page<T> {
    pagination: Pagination,
    data: Vec<T>,
}

/// The numbers of the page and of the last page.
#[derive(Debug, Serialize)]
struct Pagination {
    last_visible_page: u32,
    has_next_page: bool,
    current_page: u32,
    items: Items,
}

/// The number of items on the page, in the list and on a full page.
#[derive(Debug, Serialize)]
struct Items {
    count: usize,
    total: u32,
    per_page: u32,
}

impl<T> Page<T> {
    /// Builds page `number`, counted from 1, of `total` items in pages of `size`.
    pub(crate) fn of(data: Vec<T>, total: u32, number: u32, size: u32) -> Self {
        let last = last_page(total, size);
        Self {
            pagination: Pagination {
                last_visible_page: last,
                has_next_page: number < last,
                current_page: number,
                items: Items {
                    count: data.len(),
                    total,
                    per_page: size,
                },
            },
            data,
        }
    }
}

/// A page of a list that Jikan scrapes from a page of MyAnimeList, and of which it tells fewer numbers.
#[derive(Debug, Serialize)]
pub(crate) struct ScrapedPage<T> {
    pagination: ScrapedPagination,
    data: Vec<T>,
}

#[derive(Debug, Serialize)]
struct ScrapedPagination {
    last_visible_page: u32,
    has_next_page: bool,
}

impl<T> ScrapedPage<T> {
    /// Builds page `number`, counted from 1, of `total` items in pages of `size`.
    pub(crate) fn of(data: Vec<T>, total: u32, number: u32, size: u32) -> Self {
        let last = last_page(total, size);
        Self {
            pagination: ScrapedPagination {
                last_visible_page: last,
                has_next_page: number < last,
            },
            data,
        }
    }

    /// Builds the only page of a list.
    pub(crate) const fn only(data: Vec<T>) -> Self {
        Self {
            pagination: ScrapedPagination {
                last_visible_page: 1,
                has_next_page: false,
            },
            data,
        }
    }
}

/// The number of the last page: at least 1, since an empty list has a page, too.
fn last_page(total: u32, size: u32) -> u32 {
    total.div_ceil(size).max(1)
}
