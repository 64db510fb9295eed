//! How often something is so.

use std::collections::BTreeMap;

/// Numbers of items by kind, and the number of those whose kind is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts<K: Ord> {
    /// Number of items by kind.
    pub known: BTreeMap<K, u32>,
    /// Number of items whose kind is not known.
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
