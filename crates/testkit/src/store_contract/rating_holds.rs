//! Bursts of votes that are held, and what is decided about them.

use anyhow::Result;
use domain::{
    Error,
    anime_list::Edit,
    library::{LibraryStore as _, List},
    rating::{HoldState, RatingStore as _},
};
use jiff::{SignedDuration, Timestamp};
use store::Store;

use super::{
    id,
    people::{NOW, uid},
    ratings::{count, people, private, rate, raters, rating, shown},
};
use crate::TestDb;

fn days(count: i64) -> Timestamp {
    NOW + SignedDuration::from_hours(24 * count)
}

/// Three votes a day from people 1 to 30, one of ten of them a ten, and 25 tens on the next day.
async fn with_burst(store: &Store) -> Result<u32> {
    people(store, 57).await?;
    for who in 1..=30 {
        let edit = rating(if who % 10 == 0 { 100 } else { 60 });
        rate(store, who, 1, &edit, days(i64::from(who) / 3)).await?;
    }
    assert!(count(store, days(10)).await?.is_empty());
    let mut found = Vec::new();
    for who in 31..=55 {
        rate(store, who, 1, &rating(100), days(11)).await?;
        // The hold is found once, however many votes are counted at once
        if who > 45 {
            found.extend(count(store, days(11)).await?);
        }
    }
    let [hold] = found[..] else {
        anyhow::bail!("{found:?}");
    };
    Ok(hold)
}

/// The votes of a burst do not count.
pub async fn burst_is_held(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let number = with_burst(&store).await?;
    let open = store.holds(false).await?;
    assert_eq!((open.len(), open[0].id, open[0].votes), (1, number, 26));
    assert_eq!(open[0].title.as_deref(), Some("Name 1"));
    assert_eq!(store.open_holds().await?, 1);
    // The ten of person 30 is of the day before the burst, and so is held with it
    assert_eq!(raters(&shown(&store, 1).await?), 29);
    Ok(())
}

/// Votes at that end of the scale on the next two days are held, too; later ones count.
pub async fn hold_collects_votes_for_two_days(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    with_burst(&store).await?;
    rate(&store, 56, 1, &rating(95), days(12)).await?;
    count(&store, days(12)).await?;
    assert_eq!(raters(&shown(&store, 1).await?), 29);
    // Vote 56 stays at its end of the scale; vote 55 leaves it; vote 57 is new
    rate(&store, 56, 1, &rating(96), days(20)).await?;
    rate(&store, 55, 1, &rating(60), days(20)).await?;
    rate(&store, 57, 1, &rating(100), days(20)).await?;
    assert!(count(&store, days(20)).await?.is_empty());
    assert_eq!(raters(&shown(&store, 1).await?), 31);
    assert_eq!(store.holds(false).await?[0].votes, 26);
    Ok(())
}

/// Takes title 1 off a person's list.
async fn remove(store: &Store, who: u32, at: Timestamp) -> Result<()> {
    let who = uid(who);
    let removed = store.remove_entry(&who, List::Watchlist, id(1), at, None);
    removed.await?;
    Ok(())
}

/// Counts what is new, and returns how many votes the open holds keep and how many raters title 1 shows.
async fn held_and_shown(store: &Store, at: Timestamp) -> Result<(u32, u32)> {
    count(store, at).await?;
    let open = store.holds(false).await?;
    let held = open.iter().map(|hold| hold.votes).sum();
    Ok((held, raters(&shown(store, 1).await?)))
}

/// A removed vote is in no number, and its user's next vote at that end goes to the hold, whenever it comes, unless it
/// is another one. The other votes stay held.
pub async fn open_hold_keeps_the_place_of_a_removed_vote(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    with_burst(&store).await?;
    for who in 31..=34 {
        remove(&store, who, days(11)).await?;
    }
    assert_eq!(held_and_shown(&store, days(11)).await?, (22, 29));
    // The hold is too old to take new votes, but it takes back a removed one at its end of the scale
    rate(&store, 31, 1, &rating(100), days(40)).await?;
    rate(&store, 32, 1, &rating(60), days(40)).await?;
    assert_eq!(held_and_shown(&store, days(40)).await?, (23, 30));
    Ok(())
}

/// A decision covers removed votes, too.
pub async fn decision_covers_removed_votes(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let number = with_burst(&store).await?;
    for who in [31, 32] {
        remove(&store, who, days(11)).await?;
    }
    assert_eq!(held_and_shown(&store, days(11)).await?, (24, 29));
    let dropped = store.decide_hold(number, HoldState::Dropped, days(41));
    assert_eq!(dropped.await?.votes, 24);
    rate(&store, 31, 1, &rating(80), days(42)).await?;
    assert_eq!(held_and_shown(&store, days(42)).await?, (0, 29));
    let released = store.decide_hold(number, HoldState::Released, days(43));
    released.await?;
    rate(&store, 32, 1, &rating(100), days(60)).await?;
    assert_eq!(held_and_shown(&store, days(60)).await?, (0, 55));
    Ok(())
}

/// A hold without a vote does not wait for a decision, until one of its votes is back.
pub async fn empty_hold_does_not_wait(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let number = with_burst(&store).await?;
    let of_burst: Vec<u32> = (31..=55).chain([30]).collect();
    for who in &of_burst {
        remove(&store, *who, days(12)).await?;
    }
    assert_eq!(held_and_shown(&store, days(12)).await?, (0, 29));
    assert_eq!(store.open_holds().await?, 0);
    let all = store.holds(true).await?;
    assert_eq!((all.len(), all[0].votes), (1, 0));
    for who in &of_burst {
        rate(&store, *who, 1, &rating(100), days(30)).await?;
    }
    assert_eq!(held_and_shown(&store, days(30)).await?, (26, 29));
    let back = store.holds(false).await?;
    assert_eq!((back.len(), back[0].id), (1, number));
    Ok(())
}

/// Nor does one whose votes have no scores any more, though their titles stay on the lists, until it has one again: one
/// that is back, or a new one.
pub async fn hold_without_scores_does_not_wait(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    with_burst(&store).await?;
    let unscored = Edit {
        score: Some(None),
        ..Edit::default()
    };
    for who in 30..=55 {
        rate(&store, who, 1, &unscored, days(12)).await?;
    }
    assert_eq!(held_and_shown(&store, days(12)).await?, (0, 29));
    assert_eq!(store.open_holds().await?, 0);
    for (who, at) in [(31, 30), (56, 13)] {
        rate(&store, who, 1, &rating(100), days(at)).await?;
        assert_eq!(held_and_shown(&store, days(at)).await?, (1, 29));
        assert_eq!(store.open_holds().await?, 1);
        rate(&store, who, 1, &unscored, days(at)).await?;
    }
    Ok(())
}

/// Dropped votes do not count, also when edited, until they are released.
pub async fn dropped_votes_stay_out(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let number = with_burst(&store).await?;
    let dropped = store.decide_hold(number, HoldState::Dropped, days(11));
    dropped.await?;
    for (who, score) in [(31, 99), (32, 60), (33, 1)] {
        rate(&store, who, 1, &rating(score), days(12)).await?;
    }
    count(&store, days(12)).await?;
    assert_eq!(raters(&shown(&store, 1).await?), 29);
    let released = store.decide_hold(number, HoldState::Released, days(13));
    assert_eq!(released.await?.votes, 0);
    assert_eq!(raters(&shown(&store, 1).await?), 55);
    Ok(())
}

/// A decision about a burst takes effect at once, can be revised, and is stored.
pub async fn decisions_about_a_burst_are_kept(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let number = with_burst(&store).await?;
    let other = store.decide_hold(number + 1, HoldState::Dropped, NOW).await;
    assert!(matches!(other, Err(Error::NotFound(_))));
    let mut made = 0;
    for (state, votes, counted) in [
        (HoldState::Dropped, 26, 29),
        (HoldState::Released, 0, 55),
        (HoldState::Dropped, 26, 29),
        (HoldState::Released, 0, 55),
    ] {
        let decided = store.decide_hold(number, state, days(11)).await?;
        made += 1;
        assert_eq!((decided.votes, decided.state()), (votes, state));
        assert_eq!(decided.decisions.len(), made);
        let about = decided.decisions.last().and_then(|last| last.votes);
        assert_eq!(about, Some(26), "{state:?}");
        assert_eq!(raters(&shown(&store, 1).await?), counted);
    }
    assert_eq!(store.open_holds().await?, 0);
    assert_eq!(store.holds(true).await?.len(), 1);
    Ok(())
}

/// Released votes are not held again with others of the same day.
pub async fn released_votes_are_not_held_again(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let number = with_burst(&store).await?;
    let released = store.decide_hold(number, HoldState::Released, days(11));
    assert_eq!(released.await?.votes, 0);
    rate(&store, 56, 1, &rating(100), days(11)).await?;
    assert!(count(&store, days(11)).await?.is_empty());
    assert_eq!(raters(&shown(&store, 1).await?), 56);
    Ok(())
}

/// Private votes of a burst are held before they are shown.
pub async fn private_burst_is_held(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 60).await?;
    for who in 1..=30 {
        rate(&store, who, 1, &rating(60), days(i64::from(who) / 3)).await?;
    }
    count(&store, days(10)).await?;
    let before = shown(&store, 1).await?;
    for who in 31..=60 {
        rate(&store, who, 1, &private(100), days(14)).await?;
    }
    let found = count(&store, days(14)).await?;
    assert_eq!(found.len(), 1);
    assert_eq!(shown(&store, 1).await?, before);
    store
        .decide_hold(found[0], HoldState::Released, days(15))
        .await?;
    assert_eq!(raters(&shown(&store, 1).await?), 60);
    Ok(())
}
