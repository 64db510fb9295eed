//! Ratings: votes follow lists, and are counted once.

use std::{collections::BTreeSet, time::Duration};

use anyhow::{Context as _, Result, ensure};
use domain::{
    account::{AccountStore as _, UserId},
    anime_list::{Edit, Operation, Score, Status},
    catalogue::CatalogueStore as _,
    extras::{Extra, ViewerCounts},
    library::{LibraryStore as _, List},
    rating::{Histogram, RatingStore as _, ShownRatings, SourceScore},
};
use jiff::Timestamp;
use store::Store;
use tokio::time::timeout;

use super::{
    anime_list::{edit_all, edit_as},
    at_once, id, import,
    people::{NOW, catalogue, sign_up, uid},
    provenance,
};
use crate::{
    TestDb,
    anime::popular,
    extras::{news, of},
};

pub(super) fn rating(score: u8) -> Edit {
    Edit {
        score: Some(Score::new(score).ok()),
        status: Some(Status::Completed),
        ..Edit::default()
    }
}

pub(super) fn private(score: u8) -> Edit {
    Edit {
        private: Some(true),
        ..rating(score)
    }
}

pub(super) async fn rate(
    store: &Store,
    who: u32,
    title: u32,
    edit: &Edit,
    at: Timestamp,
) -> Result<()> {
    edit_as(store, &uid(who), title, edit, &Operation::by_hand(at)).await?;
    Ok(())
}

/// Counts everything that is not counted yet, and returns the numbers of the holds that it led to.
pub(super) async fn count(store: &Store, now: Timestamp) -> Result<Vec<u32>> {
    let mut holds = Vec::new();
    loop {
        let uids = store.uncounted(None, 100).await?;
        if uids.is_empty() {
            return Ok(holds);
        }
        let counted = store.count_lists(&uids, now).await?;
        holds.extend(counted.holds.into_iter().map(|hold| hold.id));
    }
}

/// Returns a title's shown ratings, and checks them against its votes.
pub(super) async fn shown(store: &Store, title: u32) -> Result<ShownRatings> {
    let ratings = store.ratings(id(title)).await?;
    let shown = ratings.context("no such title")?.own;
    store.recount().await?;
    let anew = store.ratings(id(title)).await?;
    ensure!(
        anew.context("no such title")?.own == shown,
        "counted anew it is another"
    );
    Ok(shown)
}

pub(super) fn raters(shown: &ShownRatings) -> u32 {
    shown.score.map_or(0, |score| score.raters)
}

/// Makes accounts 1 to `count`, and titles 1 to 3.
pub(super) async fn people(store: &Store, count: u32) -> Result<()> {
    catalogue(store, 3).await?;
    for number in 1..=count {
        sign_up(store, number).await?;
    }
    Ok(())
}

/// Has five people make the same edit of title 1 one after the other; returns what is shown in the end.
async fn five(store: &Store, edit: &Edit) -> Result<ShownRatings> {
    for who in 1..=5 {
        ensure!(shown(store, 1).await? == ShownRatings::default());
        rate(store, who, 1, edit, NOW).await?;
        count(store, NOW).await?;
    }
    shown(store, 1).await
}

/// The first five ratings of a title are shown together.
pub async fn ratings_are_shown_from_five_on(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 5).await?;
    let five = five(&store, &rating(70)).await?;
    assert_eq!(raters(&five), 5);
    assert!(five.score.is_some_and(|it| (it.mean - 7.0).abs() < 1e-9));
    assert_eq!(five.bars, Some([0, 0, 0, 0, 0, 0, 5, 0, 0, 0]));
    assert_eq!(five.statuses.get(&Status::Completed), Some(&5));
    Ok(())
}

/// Whatever changes of a list, by edits or by toggles, changes what is shown of its titles.
pub async fn votes_follow_lists(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 6).await?;
    let five = five(&store, &rating(70)).await?;
    let (first, sixth) = (uid(1), uid(6));
    rate(&store, 1, 1, &rating(100), NOW).await?;
    for (list, title) in [(List::Watchlist, 1), (List::History, 2)] {
        let added = store.add_entry(&sixth, list, id(title), NOW, None);
        added.await?;
    }
    count(&store, NOW).await?;
    let changed = shown(&store, 1).await?;
    assert_eq!(changed.bars, Some([0, 0, 0, 0, 0, 0, 4, 0, 0, 1]));
    assert_eq!(changed.statuses.get(&Status::Planned), None);
    rate(&store, 6, 1, &rating(70), NOW).await?;
    let removed = store.remove_entry(&first, List::Watchlist, id(1), NOW, None);
    removed.await?;
    count(&store, NOW).await?;
    assert_eq!(shown(&store, 1).await?, five);
    Ok(())
}

/// The source's score of a title is shown, too.
pub async fn source_score_is_shown(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(store.ratings(id(1)).await?, None);
    let mut title = popular(1, "Name 1", 1);
    (title.score, title.scored_by) = (Some(8.5), Some(1_000));
    import(&store, "jikan", &[title]).await?;
    let source = store.ratings(id(1)).await?.context("no such title")?.source;
    let source = source.context("it has a score")?;
    assert_eq!((&*source.source, source.raters), ("jikan", Some(1_000)));
    assert_eq!(source.counted(), None);
    let estimated = source.estimated().context("it has raters")?;
    assert!(estimated.low < 8.5 && estimated.high > 8.5);
    Ok(())
}

/// The source's distribution of scores is shown if the title's statistics are known, and for that title alone.
pub async fn source_distribution_is_shown(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [1, 2, 3].map(|number| {
        let mut title = popular(number, &format!("Name {number}"), number);
        title.score = Some(8.5);
        title.scored_by = (number != 2).then_some(1_000);
        title
    });
    import(&store, "jikan", &titles).await?;
    let statistics = |scores| {
        Extra::Statistics(ViewerCounts {
            scores,
            ..ViewerCounts::default()
        })
    };
    let sure = [0, 0, 0, 0, 0, 0, 0, 500, 500, 0];
    let extras = [
        of(1, statistics(sure)),
        of(1, Extra::News(vec![news(1)])),
        of(2, statistics(sure)),
        of(3, Extra::Statistics(ViewerCounts::default())),
    ];
    let mut running = store.begin_import(provenance("jikan")).await?;
    running.put_extras(&extras).await?;
    running.commit().await?;
    let source = async |title| -> Result<SourceScore> {
        let ratings = store.ratings(id(title)).await?;
        let source = ratings.context("no such title")?.source;
        source.context("it has a score")
    };
    let known = source(1).await?;
    assert_eq!(known.scores, Some(Histogram::of_bars(sure)));
    let counted = known.counted().context("its scores are known")?;
    let estimated = known.estimated().context("it has raters")?;
    assert!(counted.width() < estimated.width() / 2.0, "{counted:?}");
    let unnumbered = source(2).await?;
    assert_eq!((unnumbered.raters, unnumbered.estimated()), (None, None));
    assert!(unnumbered.counted().is_some_and(|it| it.raters == 1_000));
    let nobody = source(3).await?;
    assert_eq!(nobody.counted(), None);
    assert!(nobody.estimated().is_some());
    Ok(())
}

/// Whoever counts, how often, and wherever they give up, each vote is counted once.
pub async fn vote_is_counted_once_by_servers_at_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 8).await?;
    let uids: Vec<UserId> = (1..=8).map(uid).collect();
    for round in 0..3 {
        for (who, tens) in (1..=8).zip(1_u8..) {
            rate(&store, who, 1, &rating(10 * tens + round), NOW).await?;
        }
        // Several servers count at once, and some of them give up in the middle
        let all = uids.clone();
        at_once(db, 12, move |store, n| {
            let uids = all.clone();
            async move {
                let counting = async { store.count_lists(&uids, NOW).await };
                if n % 3 == 0 {
                    let early = Duration::from_micros(300 * u64::from(n));
                    return timeout(early, counting)
                        .await
                        .map_or(Ok(0), |done| Ok(done?.votes));
                }
                Ok(counting.await?.votes)
            }
        })
        .await?;
        assert!(store.uncounted(None, 9).await?.is_empty());
        assert_eq!(raters(&shown(&store, 1).await?), 8);
        let again = store.count_lists(&uids, NOW).await?;
        assert_eq!(again.votes, 0);
    }
    Ok(())
}

/// A list that one transaction does not take is counted whole, also where its log does not reach back.
pub async fn long_list_is_counted_in_parts(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 2_100).await?;
    sign_up(&store, 1).await?;
    let numbers: Vec<u32> = (1..=2_100).collect();
    for numbers in numbers.chunks(500) {
        edit_all(
            &store,
            &uid(1),
            numbers,
            &rating(80),
            &Operation::by_hand(NOW),
        )
        .await?;
    }
    let early = timeout(Duration::from_millis(30), store.count_lists(&[uid(1)], NOW)).await;
    drop(early);
    count(&store, NOW).await?;
    assert_eq!(store.recount().await?.votes, 2_100);
    let rows = db.query("SELECT mal_id FROM title_tally").await?;
    assert_eq!(rows.len(), 2_100);
    // The changes are more than the log keeps
    let removal = Edit::removal();
    for numbers in numbers.chunks(500) {
        edit_all(&store, &uid(1), numbers, &removal, &Operation::by_hand(NOW)).await?;
    }
    count(&store, NOW).await?;
    assert_eq!(store.recount().await?.votes, 0);
    assert!(db.query("SELECT uid FROM vote").await?.is_empty());
    Ok(())
}

/// Private votes are shown once five have changed.
pub async fn private_votes_are_shown_in_groups(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 12).await?;
    let five = five(&store, &private(90)).await?;
    assert_eq!(raters(&five), 5);
    // Four private votes change, go or come, which is too few to show
    rate(&store, 1, 1, &private(10), NOW).await?;
    rate(&store, 1, 1, &private(20), NOW).await?;
    rate(&store, 2, 1, &Edit::removal(), NOW).await?;
    store.delete_account(&uid(3)).await?;
    rate(&store, 6, 1, &private(30), NOW).await?;
    count(&store, NOW).await?;
    assert_eq!(shown(&store, 1).await?, five);
    rate(&store, 7, 1, &private(40), NOW).await?;
    count(&store, NOW).await?;
    let bars = shown(&store, 1).await?.bars;
    assert_eq!(bars, Some([0, 1, 1, 1, 0, 0, 0, 0, 2, 0]));
    let gone = "SELECT uid FROM vote WHERE status IS NULL";
    assert!(db.query(gone).await?.is_empty());
    Ok(())
}

/// Of a deleted account nothing is counted, also where others count meanwhile.
pub async fn votes_of_deleted_accounts_are_forgotten(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 6).await?;
    for who in 1..=6 {
        rate(&store, who, 1, &rating(50), NOW).await?;
    }
    count(&store, NOW).await?;
    // Other servers count at the same time
    let counted = at_once(db, 6, |store, n| async move {
        if n == 0 {
            store.delete_account(&uid(6)).await?;
        }
        store.count_lists(&[uid(n), uid(6)], NOW).await?;
        Ok(())
    });
    counted.await?;
    count(&store, NOW).await?;
    assert_eq!(raters(&shown(&store, 1).await?), 5);
    for table in ["vote", "rating_position", "forgotten_account"] {
        let sql = format!("SELECT uid FROM {table} WHERE uid = '{}'", uid(6));
        assert!(db.query(&sql).await?.is_empty(), "{table}");
    }
    Ok(())
}

/// Users with uncounted lists are found, also after their accounts are deleted.
pub async fn uncounted_users_are_found(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 4).await?;
    assert!(store.uncounted(None, 9).await?.is_empty());
    for who in 1..=4 {
        rate(&store, who, 1, &rating(50), NOW).await?;
    }
    let mut found = BTreeSet::new();
    let mut after = None;
    while let Some(last) = store.uncounted(after.as_ref(), 3).await?.pop() {
        found.insert(last.clone());
        after = Some(last);
    }
    assert_eq!(found, BTreeSet::from([uid(3), uid(4)]));
    store.count_lists(&[uid(1), uid(2)], NOW).await?;
    assert_eq!(store.uncounted(None, 9).await?, [uid(3), uid(4)]);
    // The account never was
    store.count_lists(&[uid(9)], NOW).await?;
    store.delete_account(&uid(1)).await?;
    assert_eq!(store.uncounted(None, 1).await?, [uid(1)]);
    Ok(())
}
