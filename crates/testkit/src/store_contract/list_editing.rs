//! Changes of anime lists.

use anyhow::{Context as _, Result};
use domain::{
    Code,
    account::UserId,
    anime::Anime,
    anime_list::{Airing, Cause, ListEntry, ListEvent, ListedTitle, Operation, Status},
    library::{ActivityOf, AnimeListStore as _, ChangeKind, Library, LibraryStore as _, List},
};
use jiff::SignedDuration;
use store::Store;

use super::{
    anime_list::{
        aired, edit, edit_all, edit_as, entry, event, events, from, listed, named, notes, progress,
        remove_as, status, version,
    },
    entries::{add, whole},
    id, import,
    people::{NOW, catalogue, sign_up},
};
use crate::{TestDb, anime::full};

/// The first edit of a title puts it on the list; each edit is one event, one version and one change for
/// streams, with what the rules did.
pub async fn each_edit_is_an_event(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 2).await?;
    let by_phone = Operation {
        device: Some("Firefox on Linux".into()),
        ..named("phone-0000001")
    };
    let first = edit_as(&store, &owner, 1, &progress(1), &by_phone).await?;
    let second = edit(&store, &owner, 1, &progress(26)).await?;
    assert_eq!((first.event, second.event), (Some(1), Some(2)));
    let now = entry(&store, &owner, 1).await?;
    assert_eq!(second.item.map(|item| item.entry), Some(now.clone()));
    assert_eq!(
        (now.status, now.current_run().progress, now.added_at),
        (Status::Completed, 26, NOW)
    );

    let made = event(&store, &owner, 1).await?;
    assert_eq!((made.mal_id, made.at, made.version), (id(1), NOW, 1));
    assert_eq!(made.device.as_deref(), Some("Firefox on Linux"));
    assert_eq!((made.cause, made.op_id), (Cause::Hand, by_phone.op_id));
    assert_eq!(made.before, None);
    let edited = event(&store, &owner, 2).await?;
    assert_eq!(
        (edited.before, edited.after),
        (made.after, Some(now.clone()))
    );
    let by_rule: Vec<_> = edited.by_rule.iter().map(ToString::to_string).collect();
    assert_eq!(by_rule, ["status", "run:1:state", "run:1:finished"]);
    let versions = [2, 3, 1, 2];
    let found = store.list_events(&owner, &versions).await?;
    let found: Vec<_> = found.iter().map(|event| event.version).collect();
    assert_eq!(found, [1, 2]);
    Ok(())
}

/// Streams send an edit with the present entry; the watchlist shows the title as before.
pub async fn streams_send_edits(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    for episodes in [1, 26] {
        edit(&store, &owner, 1, &progress(episodes)).await?;
    }
    let now = entry(&store, &owner, 1).await?;
    let changes = store
        .changes_since(&owner, 1.into())
        .await?
        .context("changes")?;
    let ChangeKind::Edited(item) = &changes[0].kind else {
        panic!("{changes:?}");
    };
    assert_eq!((item.title.mal_id, &item.entry), (id(1), &now));
    assert_eq!((changes.len(), changes[0].version), (1, 2));
    assert_eq!(store.library(&owner).await?.watchlist.len(), 1);
    Ok(())
}

/// An entry shows its title's current facts; the newest comes first.
pub async fn list_shows_current_facts_of_its_titles(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let bare = Anime::named(id(7), "Bare");
    let anime = Anime {
        duration: Some("24 min per ep".into()),
        ..full(5)
    };
    import(&store, "jikan", &[anime.clone(), bare]).await?;
    for (number, text) in [(7, "Of seven"), (5, "Of five")] {
        edit(&store, &owner, number, &notes(text)).await?;
    }
    let list = store.list_entries(&owner).await?;
    assert_eq!(list.position, store.library_state(&owner).await?.position);
    let [of_full, of_bare] = &list.items[..] else {
        panic!("{list:?}");
    };
    let expected = ListedTitle {
        mal_id: id(5),
        slug: "chosen-5".into(),
        title: anime.title.clone(),
        title_english: anime.title_english.clone(),
        title_japanese: anime.title_japanese.clone(),
        image_url: anime.images.poster().map(str::to_owned),
        score: anime.score,
        popularity: anime.popularity,
        genres: of_full.title.genres.clone(),
        kind: anime.kind.clone(),
        episodes: Some(6),
        episode_seconds: Some(1_440),
        airing: Airing::Finished,
        year: Some(2013),
    };
    assert_eq!(
        (&*of_full.title, of_full.title.genres.len() > 1),
        (&expected, true)
    );
    assert_eq!(of_full.entry.notes, "Of five");
    assert_eq!(
        (of_bare.title.airing, of_bare.title.episodes),
        (Airing::Unknown, None)
    );
    let mut renamed = full(5);
    renamed.title_english = Some("Another".into());
    import(&store, "jikan", &[renamed]).await?;
    let list = store.list_entries(&owner).await?;
    assert_eq!(
        list.items[0].title.title_english.as_deref(),
        Some("Another")
    );
    Ok(())
}

/// An edit without effect has no version and no event.
pub async fn edit_that_changes_nothing_is_no_event(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 2).await?;
    edit(&store, &owner, 1, &progress(3)).await?;
    let changed = edit_all(&store, &owner, &[1], &progress(3), &named("again-001")).await?;
    assert_eq!((changed.written, changed.position.version), (false, 1));
    assert_eq!(
        changed.position,
        store.library_state(&owner).await?.position
    );
    let (_, written) = changed.entries.into_iter().next().context("a title")?;
    let written = written?;
    assert_eq!((written.event, written.item.is_some()), (None, true));
    let removed = remove_as(&store, &owner, 2, &named("again-002")).await?;
    assert_eq!((removed.event, removed.item), (None, None));
    assert_eq!(events(&store, &owner).await?.len(), 1);
    Ok(())
}

/// An operation that is sent again writes nothing, whatever came between, and gets the same answer.
pub async fn operation_that_is_sent_twice_writes_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 3).await?;
    let operation = named("phone-0000001");
    edit_all(&store, &owner, &[1, 2], &progress(3), &operation).await?;
    edit(&store, &owner, 1, &progress(9)).await?;
    let before = whole(&store, &owner).await?;
    // The operation comes again with one more title, which alone is changed
    let again = edit_all(&store, &owner, &[1, 2, 3], &progress(3), &operation).await?;
    let events: Vec<_> = again
        .entries
        .iter()
        .map(|(_, written)| written.as_ref().ok()?.event)
        .collect();
    assert_eq!(events, [Some(1), Some(2), Some(4)]);
    assert_eq!(entry(&store, &owner, 1).await?.current_run().progress, 9);
    edit_all(&store, &owner, &[1, 2, 3], &progress(3), &operation).await?;
    assert_eq!(version(&store, &owner).await?, before.0.version + 1);
    // Another user's client may give its operation the same id
    let other = sign_up(&store, 2).await?;
    let theirs = edit_as(&store, &other, 1, &progress(3), &operation).await?;
    assert_eq!(theirs.event, Some(1));
    Ok(())
}

/// Of several titles each is changed under a version of its own; the one that is refused holds up
/// nobody.
pub async fn refused_title_does_not_hold_up_the_others(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 3).await?;
    let mut short = Anime::named(id(9), "Short");
    short.episodes = Some(2);
    import(&store, "jikan", &[short]).await?;
    edit(&store, &owner, 2, &progress(4)).await?;
    let asked = [1, 9, 2, 77, 3, 1];
    let changed = edit_all(&store, &owner, &asked, &progress(4), &named("bulk-0001")).await?;
    let answers: Vec<_> = changed
        .entries
        .iter()
        .map(|(id, written)| {
            (
                id.get(),
                written
                    .as_ref()
                    .map(|it| it.event)
                    .map_err(domain::Error::code),
            )
        })
        .collect();
    assert_eq!(
        answers,
        [
            (1, Ok(Some(2))),
            (9, Err(Code::InvalidRequest)),
            (2, Ok(None)),
            (77, Err(Code::UnknownTitle)),
            (3, Ok(Some(3))),
        ]
    );
    let numbers: Vec<u32> = listed(&store, &owner)
        .await?
        .iter()
        .map(|(n, _)| *n)
        .collect();
    assert_eq!((numbers, changed.position.version), (vec![3, 1, 2], 3));
    assert_eq!(
        changed.position,
        store.library_state(&owner).await?.position
    );
    let count = "SELECT watchlist_count FROM user_record";
    assert_eq!(db.query(count).await?, [[Some("3".to_owned())]]);
    Ok(())
}

/// Toggles put a title there as planned and take it off with all that was kept of it, and are events.
pub async fn toggles_are_events(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    let device = Some("Chrome on Android");
    let later = NOW + SignedDuration::from_secs(60);
    store
        .add_entry(&owner, List::Watchlist, id(1), NOW, device)
        .await?;
    store
        .add_entry(&owner, List::History, id(1), NOW, device)
        .await?;
    edit(&store, &owner, 1, &notes("Mine")).await?;
    store
        .remove_entry(&owner, List::Watchlist, id(1), later, device)
        .await?;
    store
        .add_entry(&owner, List::Watchlist, id(1), later, None)
        .await?;
    let events = events(&store, &owner).await?;
    let versions: Vec<_> = events.iter().map(|event| event.version).collect();
    assert_eq!(versions, [1, 3, 4, 5]);
    let planned = ListEntry::planned(NOW);
    assert_eq!(
        (&events[0].before, &events[0].after),
        (&None, &Some(planned.clone()))
    );
    assert_eq!(events[0].device.as_deref(), device);
    let kept = ListEntry {
        notes: "Mine".into(),
        ..planned
    };
    assert_eq!((&events[2].before, &events[2].after), (&Some(kept), &None));
    assert_eq!(events[2].at, later);
    assert_eq!(events[3].device, None);
    assert_eq!(entry(&store, &owner, 1).await?, ListEntry::planned(later));
    Ok(())
}

/// A title planned by a toggle and not edited since is removed by a toggle.
pub async fn planned_title_that_is_taken_off_is_an_event(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 1).await?;
    add(&store, &owner, List::Watchlist, 1).await?;
    store
        .remove_entry(&owner, List::Watchlist, id(1), NOW, None)
        .await?;
    let removed = event(&store, &owner, 2).await?;
    assert_eq!(
        (removed.before, removed.after),
        (Some(ListEntry::planned(NOW)), None)
    );
    Ok(())
}

/// Returns everything that is kept of a user's list.
async fn all(
    store: &Store,
    uid: &UserId,
) -> Result<(Vec<(u32, ListEntry)>, Vec<ListEvent>, Library)> {
    let (record, _) = whole(store, uid).await?;
    Ok((listed(store, uid).await?, events(store, uid).await?, record))
}

/// One user's changes do not affect another's lists.
pub async fn anime_lists_of_users_are_separate(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    aired(&store, 3).await?;
    for number in 1..=3 {
        edit(&store, &other, number, &notes("Theirs")).await?;
    }
    let before = all(&store, &other).await?;
    edit(&store, &owner, 1, &progress(4)).await?;
    edit_as(&store, &owner, 1, &status(Status::Dropped), &from(0)).await?;
    for number in [2, 1] {
        remove_as(&store, &owner, number, &Operation::by_hand(NOW)).await?;
    }
    assert_eq!(all(&store, &other).await?, before);
    assert_eq!(events(&store, &owner).await?.len(), 3);
    assert_eq!(event(&store, &owner, 3).await?.after, None);
    let of_other = store
        .activity(&owner, None, ActivityOf::Title(id(3)), 9)
        .await?;
    assert!(of_other.is_empty(), "{of_other:?}");
    Ok(())
}
