//! How often something is so.

use std::collections::BTreeMap;

/// How many are of each kind, and of how many nobody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts<K: Ord> {
    /// By kind.
    pub known: BTreeMap<K, u32>,
    /// Of which nobody knows.
    pub unknown: u32,
}

impl<K: Ord> FromIterator<Option<K>> for Counts<K> {
    fn from_iter<I: IntoIterator<Item = Option<K>>>(kinds: I) -> Self {
        let mut counts = Self {
            known: BTreeMap::new(),
            unknown: 0,
        };
        for kind in kinds {
            let count = match kind {
                Some(kind) => counts.known.entry(kind).or_default(),
                None => &mut counts.unknown,
            };
            *count += 1;
        }
        counts
    }
}
