//! Which title is meant, where the same words name several.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, btree_map},
};

use domain::{anime::Anime, fold::fold};

/// The place of a title among all, from 0 for the most popular.
type Rank = usize;

/// The names of all titles: a query means the most popular of the titles that it names exactly.
pub(super) struct Names {
    ids: Vec<u32>,
    literal: HashMap<String, Rank>,
    folded: BTreeMap<String, Rank>,
}

/// Returns the titles by popularity, the most popular first, as all of Mitai orders titles.
pub(super) fn by_popularity(titles: &[Anime]) -> Vec<&Anime> {
    let mut titles: Vec<&Anime> = titles.iter().collect();
    titles.sort_by_key(|title| {
        let popularity = title.popularity.unwrap_or(u32::MAX);
        (popularity, Reverse(title.members), title.mal_id)
    });
    titles
}

impl Names {
    pub(super) fn new(titles: &[&Anime]) -> Self {
        let mut names = Self {
            ids: titles.iter().map(|title| title.mal_id.get()).collect(),
            literal: HashMap::new(),
            folded: BTreeMap::new(),
        };
        for (place, title) in titles.iter().enumerate() {
            for name in title.names() {
                names.literal.entry(literal(name)).or_insert(place);
                if let btree_map::Entry::Vacant(free) = names.folded.entry(folded(name)) {
                    free.insert(place);
                }
            }
        }
        names
    }

    /// Returns the title that is meant by `text`, which was made from the name `name`.
    pub(super) fn intended(&self, text: &str, name: &str) -> Option<u32> {
        let place = self
            .literal
            .get(&literal(text))
            .or_else(|| self.folded.get(&folded(text)))
            .or_else(|| self.folded.get(&folded(name)))?;
        self.ids.get(*place).copied()
    }

    /// Returns the most popular title that is meant by the beginning of a name.
    pub(super) fn intended_by_prefix(&self, text: &str) -> Option<u32> {
        let start = folded(text);
        if let Some(exact) = self.folded.get(&start) {
            return self.ids.get(*exact).copied();
        }
        let names = self.folded.range(start.clone()..);
        let place = names
            .take_while(|(name, _)| name.starts_with(&start))
            .map(|(_, place)| *place)
            .min()?;
        self.ids.get(place).copied()
    }
}

fn literal(text: &str) -> String {
    text.trim().to_lowercase()
}

fn folded(text: &str) -> String {
    fold(text).replace(' ', "")
}
