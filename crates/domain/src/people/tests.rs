//! Pages of lists and comparisons, and how often the interval of an agreement contains the truth.

use std::{collections::BTreeSet, sync::Arc};

use jiff::Timestamp;
use proptest::prelude::*;

use super::*;
use crate::{
    anime::MalId,
    anime_list::{Airing, ListEntry, ListItem, ListedTitle, Score, Status},
    rating::Seeded,
    statistics::Statistics,
};

fn item(id: u32, status: Status, score: Option<u8>, private: bool) -> ListItem {
    ListItem {
        title: Arc::new(ListedTitle {
            mal_id: MalId::new(id),
            slug: format!("title-{id}"),
            // Some have the same name
            title: format!("Title {}", id % 7),
            title_english: None,
            title_japanese: None,
            image_url: None,
            score: None,
            popularity: None,
            genres: Vec::new(),
            kind: None,
            episodes: None,
            airing: Airing::Finished,
            year: None,
            episode_seconds: None,
        }),
        entry: ListEntry {
            status,
            score: score.map(|score| Score::new(score).unwrap()),
            private,
            ..ListEntry::planned(Timestamp::UNIX_EPOCH)
        },
    }
}

const STATUSES: [Status; 5] = [
    Status::Planned,
    Status::Watching,
    Status::Completed,
    Status::Paused,
    Status::Dropped,
];

/// A list of different titles.
fn lists() -> impl Strategy<Value = Vec<ListItem>> {
    let entry = (
        prop::sample::select(&STATUSES[..]),
        prop::option::of(1..=100_u8),
        any::<bool>(),
    );
    prop::collection::btree_map(1..200_u32, entry, 0..150).prop_map(|all| {
        let each = all.into_iter();
        each.map(|(id, (status, score, private))| item(id, status, score, private))
            .collect()
    })
}

fn ids(items: &[ListItem]) -> Vec<u32> {
    items.iter().map(|it| it.title.mal_id.get()).collect()
}

/// Returns all pages of a list, one after the other.
fn whole(items: &[ListItem], status: Option<Status>, sort: ListSort) -> Vec<ListItem> {
    let list = PublicEntries::of(items.to_vec());
    let parts = (1..).map(|page| list.page(status, sort, page).items);
    parts
        .take_while(|part| !part.is_empty())
        .flatten()
        .collect()
}

fn sorts() -> impl Strategy<Value = ListSort> {
    prop::sample::select(&[ListSort::Added, ListSort::Score, ListSort::Title][..])
}

proptest! {
    #[test]
    fn private_entry_leaves_no_trace(
        items in lists(),
        place in any::<prop::sample::Index>(),
        sort in sorts(),
        page in 0..5_u32,
    ) {
        let mut public = items;
        for item in &mut public {
            item.entry.private = false;
        }
        let mut with = public.clone();
        with.insert(place.index(public.len() + 1), item(500, Status::Completed, Some(100), true));
        let [with, without] = [with, public].map(PublicEntries::of);
        prop_assert_eq!(with.page(None, sort, page), without.page(None, sort, page));
        prop_assert_eq!(Statistics::of(with.items()), Statistics::of(without.items()));
    }

    #[test]
    fn parts_have_each_entry_once(
        items in lists(),
        sort in sorts(),
        status in prop::option::of(prop::sample::select(&STATUSES[..])),
    ) {
        let found = whole(&items, status, sort);
        let items = public_entries(items);
        let meant = items.iter().filter(|it| status.is_none_or(|status| it.entry.status == status));
        let meant: BTreeSet<u32> = meant.map(|it| it.title.mal_id.get()).collect();
        prop_assert_eq!(found.len(), meant.len());
        prop_assert_eq!(ids(&found).into_iter().collect::<BTreeSet<_>>(), meant);
        let first = PublicEntries::of(items.clone()).page(status, sort, 1);
        prop_assert_eq!(first.total as usize, found.len());
        let counted: u32 = first.counts.values().sum();
        prop_assert_eq!(counted as usize, items.len());
    }

    #[test]
    fn comparison_shows_each_of_their_titles_once(mine in lists(), theirs in lists(), page in 1..4_u32) {
        let comparison = Comparison::of(&mine, &theirs);
        let of = |compared| comparison.page(compared, ComparisonSort::Difference, page);
        let (shared, others) = (of(Compared::Shared), of(Compared::OnlyTheirs));
        prop_assert_eq!(shared.shared + shared.only_theirs, theirs.len());
        prop_assert!(shared.items.iter().all(|it| it.mine.is_some()));
        prop_assert!(others.items.iter().all(|it| it.mine.is_none()));
        let turned = Comparison::of(&theirs, &mine);
        prop_assert_eq!(turned.agreement.scored, comparison.agreement.scored);
        prop_assert_eq!(turned.page(Compared::Shared, ComparisonSort::Title, 1).shared, shared.shared);
    }

    #[test]
    fn greatest_differences_come_first(mine in lists(), theirs in lists()) {
        let page = Comparison::of(&mine, &theirs).page(Compared::Shared, ComparisonSort::Difference, 1);
        let distances = page.items.iter().map(|it| {
            let (mine, theirs) = (it.mine?.score?, it.theirs.score?);
            Some(mine.get().abs_diff(theirs.get()))
        });
        let distances: Vec<Option<u8>> = distances.collect();
        prop_assert!(distances.is_sorted_by(|a, b| a >= b), "{:?}", distances);
    }
}

#[test]
fn best_scores_come_first_and_unscored_titles_last() {
    let items = vec![
        item(1, Status::Planned, None, false),
        item(2, Status::Completed, Some(70), false),
        item(3, Status::Completed, Some(90), false),
    ];
    assert_eq!(ids(&whole(&items, None, ListSort::Score)), [3, 2, 1]);
    assert_eq!(ids(&whole(&items, None, ListSort::Added)), [1, 2, 3]);
}

/// Two scores of one title, as two people give them whose tastes have `shared` of their variance in common.
fn pair(random: &mut Seeded, shared: f64) -> (u8, u8) {
    let mut normal = || (0..12).map(|_| random.draw()).sum::<f64>() - 6.0;
    let (common, own, other) = (normal(), normal(), normal());
    let score = |own: f64| {
        let taste = shared.sqrt() * common + (1.0 - shared).sqrt() * own;
        // About as scores are: a mean of 7 and whole steps
        let step = (7.0 + 1.6 * taste).round().clamp(1.0, 10.0);
        (1..=10_u8).find(|it| f64::from(*it) >= step).unwrap_or(10) * 10
    };
    (score(own), score(other))
}

/// How often the intervals hold the truth, of correlation and difference.
fn coverage(random: &mut Seeded, shared: f64, titles: usize) -> [f64; 2] {
    const RUNS: u32 = 3_000;
    let many: Vec<_> = (0..200_000).map(|_| pair(random, shared)).collect();
    let truth = Agreement::of(&many).correlation.unwrap().value;
    let mut held = [0, 0];
    for _ in 0..RUNS {
        let pairs: Vec<_> = (0..titles).map(|_| pair(random, shared)).collect();
        let found = Agreement::of(&pairs);
        for (held, (interval, truth)) in held
            .iter_mut()
            .zip([(found.correlation, truth), (found.difference, 0.0)])
        {
            *held += u32::from(interval.is_some_and(|it| it.low <= truth && truth <= it.high));
        }
    }
    held.map(|held| f64::from(held) / f64::from(RUNS))
}

#[test]
fn intervals_hold_the_truth_in_93_to_97_of_100_cases() {
    let mut random = Seeded(22);
    for titles in [MIN_SHARED, 30, 200] {
        for shared in [0.0, 0.4, 0.8] {
            let [correlation, difference] = coverage(&mut random, shared, titles);
            for share in [correlation, difference] {
                assert!(
                    (0.93..=0.97).contains(&share),
                    "{titles} {shared}: {correlation} {difference}"
                );
            }
        }
    }
}
