//! Changes of anime lists that had not seen one another.

use anyhow::{Context as _, Result};
use domain::{
    anime_list::{Edit, Operation},
    library::{AnimeListStore as _, ChangeKind, LibraryStore as _, List},
};

use super::{
    anime_list::{
        aired, edit, edit_as, entry, event, from, hour, named, notes, progress, remove_as,
        take_back, version,
    },
    id,
    people::{NOW, sign_up},
};
use crate::TestDb;

/// A client that had not seen what others did overwrites none of it; what it did itself it knows.
pub async fn unseen_changes_are_merged(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 2).await?;
    edit(&store, &owner, 1, &progress(3)).await?;
    edit(&store, &owner, 2, &progress(3)).await?;
    edit(&store, &owner, 1, &progress(9)).await?;
    let late = from(2);
    edit_as(&store, &owner, 1, &progress(5), &late).await?;
    assert_eq!(entry(&store, &owner, 1).await?.current_run().progress, 9);
    // Nothing happened to the other title since the client's state
    edit_as(&store, &owner, 2, &progress(2), &late).await?;
    assert_eq!(entry(&store, &owner, 2).await?.current_run().progress, 2);
    Ok(())
}

/// An operation has seen the earlier ones of its own outbox.
pub async fn outbox_has_seen_its_own_changes(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    let of_box = |number: u32| Operation {
        base_version: Some(0),
        ..named(&format!("outbox_1-{number}"))
    };
    edit_as(&store, &owner, 1, &progress(12), &of_box(1)).await?;
    edit_as(&store, &owner, 1, &progress(11), &of_box(2)).await?;
    assert_eq!(entry(&store, &owner, 1).await?.current_run().progress, 11);
    Ok(())
}

/// An entry edited unseen is not removed, and an edit restores one removed unseen.
pub async fn unseen_edit_survives_a_removal(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    edit(&store, &owner, 1, &progress(9)).await?;
    let kept = remove_as(&store, &owner, 1, &from(0)).await?;
    assert_eq!((kept.event, kept.item.is_some()), (None, true));
    let base = version(&store, &owner).await?;
    edit(&store, &owner, 1, &notes("Kept")).await?;
    remove_as(&store, &owner, 1, &Operation::by_hand(NOW)).await?;
    edit_as(&store, &owner, 1, &progress(12), &from(base)).await?;
    let back = entry(&store, &owner, 1).await?;
    assert_eq!(
        (back.notes.as_str(), back.current_run().progress),
        ("Kept", 12)
    );
    Ok(())
}

/// Made at an hour by a device that had seen everything up to a version, and sent at another hour.
fn made(device: u32, (made, sent): (u32, u32), base_version: u64) -> Operation {
    Operation {
        at: hour(sent),
        made_at: Some(hour(made)),
        base_version: Some(base_version),
        ..named(&format!("device_{device}-{made}"))
    }
}

/// Removing an addition of the same outbox keeps a later addition of another device, by a toggle or an edit;
/// an earlier one is removed with it.
pub async fn removing_an_own_addition_keeps_later_ones_of_others(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 3).await?;
    for (number, added) in [(1, 3), (2, 1)] {
        let base = version(&store, &owner).await?;
        let (list, title) = (List::Watchlist, id(number));
        store
            .add_entry(&owner, list, title, hour(added), None)
            .await?;
        let addition = made(number, (0, 4), base);
        edit_as(&store, &owner, number, &Edit::default(), &addition).await?;
        remove_as(&store, &owner, number, &made(number, (2, 4), base)).await?;
        assert_eq!(
            entry(&store, &owner, number).await.is_ok(),
            added > 2,
            "{number}"
        );
    }
    let base = version(&store, &owner).await?;
    edit_as(&store, &owner, 3, &Edit::default(), &made(8, (3, 3), base)).await?;
    edit_as(&store, &owner, 3, &Edit::default(), &made(9, (1, 4), base)).await?;
    remove_as(&store, &owner, 3, &made(9, (2, 4), base)).await?;
    entry(&store, &owner, 3).await?;
    Ok(())
}

/// The later made of an edit and a removal wins, whichever arrives first; both are events.
pub async fn later_of_an_edit_and_a_removal_wins(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 4).await?;
    let cases = [(1, 2, 3), (2, 3, 2), (3, 2, 3), (4, 3, 2)];
    for (number, edited, removed) in cases {
        edit(&store, &owner, number, &progress(9)).await?;
        let base = version(&store, &owner).await?;
        let mut changes = [
            (notes("Kept"), made(1, (edited, 5), base)),
            (Edit::removal(), made(2, (removed, 6), base)),
        ];
        if number > 2 {
            changes.reverse();
        }
        for (change, operation) in &changes {
            let written = edit_as(&store, &owner, number, change, operation).await?;
            let version = written.event.context("an event")?;
            assert_eq!(
                event(&store, &owner, version).await?.made_at,
                operation.made_at
            );
        }
        let list = store.list_entries(&owner).await?;
        let item = list
            .items
            .iter()
            .find(|item| item.title.mal_id == id(number));
        let kept = item.map(|item| (&*item.entry.notes, item.entry.current_run().progress));
        assert_eq!(kept, (edited > removed).then_some(("Kept", 9)), "{number}");
    }
    let count = "SELECT watchlist_count FROM user_record";
    assert_eq!(db.query(count).await?, [[Some("2".to_owned())]]);
    Ok(())
}

/// An edit that arrives after a later made removal leaves the title off the list, is not sent as an addition,
/// and is applied when the removal is undone.
pub async fn edit_older_than_a_removal_is_reported(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    edit(&store, &owner, 1, &progress(9)).await?;
    remove_as(&store, &owner, 1, &made(1, (3, 4), 1)).await?;
    let late = edit_as(&store, &owner, 1, &notes("Late"), &made(2, (2, 5), 1)).await?;
    assert_eq!((late.event, late.item), (Some(3), None));
    let changes = store.changes_since(&owner, 2.into()).await?;
    let changes = changes.context("changes")?;
    assert_eq!(changes[0].kind, ChangeKind::Removed(List::Watchlist, id(1)));
    let told = event(&store, &owner, 3).await?;
    assert_eq!((told.before, told.after), (None, None));
    take_back(&store, &owner, 2).await?;
    let back = entry(&store, &owner, 1).await?;
    assert_eq!((&*back.notes, back.current_run().progress), ("Late", 9));
    Ok(())
}

/// Undoing the later of two edits applies the earlier one, whichever came first.
pub async fn undoing_the_later_of_two_edits_applies_the_earlier_one(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 2).await?;
    for number in [1, 2] {
        edit(&store, &owner, number, &notes("Before")).await?;
    }
    let mut edits = [
        (notes("Earlier"), made(1, (2, 5), 2)),
        (notes("Later"), made(2, (3, 6), 2)),
    ];
    for number in [1, 2] {
        let mut later = 0;
        for (edit, operation) in &edits {
            let written = edit_as(&store, &owner, number, edit, operation).await?;
            if operation.made_at == Some(hour(3)) {
                later = written.event.context("an event")?;
            }
        }
        assert_eq!(entry(&store, &owner, number).await?.notes, "Later");
        let undone = take_back(&store, &owner, later).await?;
        assert_eq!(
            (
                undone.changed_since,
                &*entry(&store, &owner, number).await?.notes
            ),
            (Vec::new(), "Earlier")
        );
        take_back(&store, &owner, undone.event.context("an event")?).await?;
        assert_eq!(entry(&store, &owner, number).await?.notes, "Later");
        edits.reverse();
    }
    Ok(())
}

/// Undoing in reverse order does not revive an overruled edit.
pub async fn undoing_in_reverse_does_not_revive_an_overruled_edit(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    edit(&store, &owner, 1, &notes("Before")).await?;
    edit_as(&store, &owner, 1, &notes("Later"), &made(2, (3, 5), 1)).await?;
    edit_as(&store, &owner, 1, &notes("Earlier"), &made(1, (2, 6), 1)).await?;
    assert_eq!(take_back(&store, &owner, 3).await?.event, Some(4));
    assert_eq!(take_back(&store, &owner, 3).await?.event, None);
    assert_eq!(entry(&store, &owner, 1).await?.notes, "Later");
    take_back(&store, &owner, 2).await?;
    assert_eq!(entry(&store, &owner, 1).await?.notes, "Before");
    Ok(())
}

/// An overruled edit stays overruled for later edits of clients that had seen the winner.
pub async fn overruled_edit_stays_overruled_for_later_edits(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    edit(&store, &owner, 1, &notes("Before")).await?;
    edit_as(&store, &owner, 1, &notes("Later"), &made(1, (3, 4), 1)).await?;
    edit_as(&store, &owner, 1, &notes("Earlier"), &made(2, (2, 5), 1)).await?;
    // This client has seen the winning edit and not the overruled one
    edit_as(&store, &owner, 1, &progress(3), &made(3, (4, 6), 2)).await?;
    let now = entry(&store, &owner, 1).await?;
    assert_eq!((&*now.notes, now.current_run().progress), ("Later", 3));
    Ok(())
}
