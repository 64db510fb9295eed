//! Titles that names propose.

use std::{collections::HashMap, hash::Hash};

use domain::{Result, anime::MalId, library::NameFit};

use crate::value::Row;

/// The title that fits each name best.
pub(super) struct Proposals<K>(HashMap<K, (NameFit, MalId)>);

impl<K> Default for Proposals<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash> Proposals<K> {
    /// Adds the title of a row of `mal_id`, `title`, `title_english` and `title_japanese`, which has the name of `key`. It
    /// replaces those before it that fit no better.
    pub(super) fn add(&mut self, key: K, name: &str, row: &mut Row) -> Result<()> {
        let id = MalId::new(row.take("mal_id")?);
        let main: [Option<String>; 3] = [
            row.take("title")?,
            row.take("title_english")?,
            row.take("title_japanese")?,
        ];
        let fit = NameFit::of(name, main.each_ref().map(Option::as_deref));
        let before = self.0.get(&key);
        if before.is_none_or(|(before, _)| *before <= fit) {
            self.0.insert(key, (fit, id));
        }
        Ok(())
    }

    /// The title that fits the name of `key` best.
    pub(super) fn of(&self, key: &K) -> Option<MalId> {
        self.0.get(key).map(|(_, id)| *id)
    }

    /// The ids of all proposed titles.
    pub(super) fn ids(&self) -> Vec<MalId> {
        self.0.values().map(|(_, id)| *id).collect()
    }
}
