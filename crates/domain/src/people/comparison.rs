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

/// The entry of a title, as far as it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComparedEntry {
    /// Where they are with it.
    pub status: Status,
    /// How they like it.
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
    /// The title.
    pub title: Arc<ListedTitle>,
    /// What the reader keeps of it; `None` where it is on the other list alone.
    pub mine: Option<ComparedEntry>,
    /// What the other keeps of it.
    pub theirs: ComparedEntry,
}

impl ComparedTitle {
    /// By how many points of 100 the scores differ, where both have given one.
    fn distance(&self) -> Option<u8> {
        let (mine, theirs) = (self.mine?.score?, self.theirs.score?);
        Some(mine.get().abs_diff(theirs.get()))
    }
}

/// Which titles are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compared {
    /// Those on both lists.
    #[default]
    Shared,
    /// Those on the other list alone.
    OnlyTheirs,
}

/// The order of titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ComparisonSort {
    /// Where both differ most comes first; then what only one has scored.
    #[default]
    Difference,
    /// What the other likes best comes first.
    Theirs,
    /// What the reader likes best comes first.
    Mine,
    /// By name.
    Title,
}

/// Two lists beside one another.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// How far the scores of the titles on both lists agree.
    pub agreement: Agreement,
    /// By name, as the others.
    shared: Vec<ComparedTitle>,
    only_theirs: Vec<ComparedTitle>,
}

/// A part of a comparison's titles.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonPage {
    /// The titles.
    pub items: Vec<ComparedTitle>,
    /// Titles on both lists.
    pub shared: usize,
    /// Titles on the other list alone.
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

    /// Part `page`, from 1 on, of the titles that are meant.
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

    /// How many titles it has.
    pub const fn titles(&self) -> usize {
        self.shared.len() + self.only_theirs.len()
    }
}
