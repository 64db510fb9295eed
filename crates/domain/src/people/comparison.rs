//! Two lists beside one another.

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use super::{
    Agreement,
    list::{name_key, part},
};
use crate::{
    anime::MalId,
    anime_list::{ListItem, ListedTitle, Score, Status},
};

/// The part of an entry that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComparedEntry {
    /// The owner's watch status of the title.
    pub status: Status,
    /// The owner's score of the title.
    pub score: Option<Score>,
}

impl ComparedEntry {
    fn of(item: &ListItem) -> Self {
        Self {
            status: item.entry.status,
            score: item.entry.score,
        }
    }
}

/// A title that is compared.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedTitle {
    /// The title's facts.
    pub title: Arc<ListedTitle>,
    /// The reader's entry; `None` where the title is on the other list alone.
    pub mine: Option<ComparedEntry>,
    /// The entry of the other list's owner.
    pub theirs: ComparedEntry,
}

impl ComparedTitle {
    /// Returns by how many points of 100 the scores differ; `None` unless both have given one.
    fn distance(&self) -> Option<u8> {
        let (mine, theirs) = (self.mine?.score?, self.theirs.score?);
        Some(mine.get().abs_diff(theirs.get()))
    }
}

/// Which titles of a comparison are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compared {
    /// The titles on both lists.
    #[default]
    Shared,
    /// The titles on the other list alone.
    OnlyTheirs,
}

/// The order of a comparison's titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ComparisonSort {
    /// Sorted by how much the scores differ, most first; titles without both scores come last.
    #[default]
    Difference,
    /// Sorted by the score of the other list's owner, the highest first.
    Theirs,
    /// Sorted by the reader's score, the highest first.
    Mine,
    /// Sorted by name.
    Title,
}

/// Two lists beside one another.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// How far the scores of the titles on both lists agree.
    pub agreement: Agreement,
    /// Titles on both lists, sorted by name.
    shared: Vec<ComparedTitle>,
    only_theirs: Vec<ComparedTitle>,
}

/// A page of a comparison's titles.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonPage {
    /// The titles on the page.
    pub items: Vec<ComparedTitle>,
    /// Number of titles on both lists.
    pub shared: usize,
    /// Number of titles on the other list alone.
    pub only_theirs: usize,
}

impl Comparison {
    /// Builds it from the reader's list and the visible part of another's.
    pub fn of(mine: &[ListItem], theirs: &[ListItem]) -> Self {
        let by_title = mine
            .iter()
            .map(|item| (item.title.mal_id, ComparedEntry::of(item)));
        let mine: HashMap<MalId, ComparedEntry> = by_title.collect();
        let all = theirs.iter().map(|item| ComparedTitle {
            title: Arc::clone(&item.title),
            mine: mine.get(&item.title.mal_id).copied(),
            theirs: ComparedEntry::of(item),
        });
        let mut all: Vec<ComparedTitle> = all.collect();
        all.sort_by_cached_key(|it| name_key(&it.title));
        let (shared, only_theirs): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|it| it.mine.is_some());
        let pairs = shared.iter().filter_map(|it| {
            let (mine, theirs) = (it.mine?.score?, it.theirs.score?);
            Some((mine.get(), theirs.get()))
        });
        Self {
            agreement: Agreement::of(&pairs.collect::<Vec<_>>()),
            shared,
            only_theirs,
        }
    }

    /// Returns page `page`, counted from 1, of the titles that `of` says.
    pub fn page(&self, of: Compared, sort: ComparisonSort, page: u32) -> ComparisonPage {
        let titles = match of {
            Compared::Shared => &self.shared,
            Compared::OnlyTheirs => &self.only_theirs,
        };
        let mut items: Vec<&ComparedTitle> = titles.iter().collect();
        // Those that are alike stay by name
        items.sort_by_key(|it| {
            Reverse(match sort {
                ComparisonSort::Difference => it.distance(),
                ComparisonSort::Theirs => it.theirs.score.map(Score::get),
                ComparisonSort::Mine => it.mine.and_then(|entry| entry.score).map(Score::get),
                ComparisonSort::Title => None,
            })
        });
        ComparisonPage {
            items: part(items, page).into_iter().cloned().collect(),
            shared: self.shared.len(),
            only_theirs: self.only_theirs.len(),
        }
    }

    /// Returns the number of titles in the comparison: all of the other list.
    pub const fn titles(&self) -> usize {
        self.shared.len() + self.only_theirs.len()
    }
}
