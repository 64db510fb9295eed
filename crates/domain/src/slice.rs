//! A part of a list.

/// A part of a list, and how long the whole list is.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice<T> {
    /// The items of the part.
    pub items: Vec<T>,
    /// Length of the whole list.
    pub total: u32,
}

impl<T> Slice<T> {
    /// Returns a part of a list that is there as a whole.
    pub fn of(all: Vec<T>, span: SliceRange) -> Self {
        let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let rest = all.into_iter().skip(span.skip as usize);
        Self {
            items: rest.take(span.size as usize).collect(),
            total,
        }
    }
}

impl<T> Default for Slice<T> {
    /// Returns the part of an empty list, which is empty.
    fn default() -> Self {
        Self {
            items: Vec::new(),
            total: 0,
        }
    }
}

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SliceRange {
    /// Number of items before the wanted part.
    pub skip: u32,
    /// The largest number of items in the wanted part.
    pub size: u32,
}

impl SliceRange {
    /// The range of a whole list.
    pub const ALL: Self = Self {
        skip: 0,
        size: u32::MAX,
    };

    /// Returns the range of page `page` (from 1) of a list in pages of `size`.
    pub const fn page(page: u32, size: u32) -> Self {
        Self {
            skip: page.saturating_sub(1).saturating_mul(size),
            size,
        }
    }
}
