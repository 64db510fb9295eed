//! A part of a list.

/// A part of a list, and how long the whole list is.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice<T> {
    /// The part.
    pub items: Vec<T>,
    /// Length of the whole list.
    pub total: u32,
}
