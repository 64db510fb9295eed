//! The lists of users.

use anyhow::{Context, Result};
use domain::{
    Code,
    account::UserId,
    anime::{Anime, TagKind},
    anime_list::Preferences,
    library::{
        Change, ChangeKind, DEFAULT_BIO, DEFAULT_GENRES, Entry, Library, LibraryStore, List,
        MAX_ENTRIES, Profile, ProfileChange, Written,
    },
};
use jiff::SignedDuration;
use store::Store;

use super::{
    at_once, id, import,
    people::{NOW, catalogue, person, sign_up, uid},
};
use crate::{
    TestDb,
    anime::{full, genre},
};

const WATCHLIST: List = List::Watchlist;
const HISTORY: List = List::History;

fn new_record(number: u32) -> Library {
    Library {
        version: 0,
        change: None,
        profile: Profile {
            display_name: person(number).user.display_name,
            bio: DEFAULT_BIO.into(),
            favorite_genres: DEFAULT_GENRES.into(),
        },
        preferences: Preferences::default(),
        watchlist: Vec::new(),
        history: Vec::new(),
    }
}

pub(super) fn ids(entries: &[Entry]) -> Vec<u32> {
    entries.iter().map(|entry| entry.mal_id.get()).collect()
}

pub(super) async fn add(
    store: &Store,
    uid: &UserId,
    list: List,
    number: u32,
) -> domain::Result<Written> {
    store.add_entry(uid, list, id(number), NOW, None).await
}

fn genres(anime: &Anime) -> Vec<String> {
    let genres = anime.tags.iter().filter(|tag| tag.kind == TagKind::Genre);
    genres.map(|tag| tag.name.clone()).collect()
}

/// A library begins with the defaults, at version 0, and is the same when it is read again.
pub async fn library_begins_with_the_defaults(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    assert_eq!(store.library_state(&owner).await?.position.version, 0);
    for _ in 0..2 {
        assert_eq!(store.library(&owner).await?, new_record(1));
    }
    assert_eq!(store.library_state(&owner).await?.position.version, 0);
    Ok(())
}

/// However many ask first, whatever they ask, there is one library.
pub async fn concurrent_first_requests_create_one_library(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 3).await?;
    sign_up(&store, 1).await?;
    sign_up(&store, 2).await?;
    let records = at_once(db, 32, |store, _| async move {
        Ok(store.library(&uid(1)).await?)
    })
    .await?;
    assert!(records.iter().all(|record| *record == new_record(1)));

    at_once(db, 32, |store, n| async move {
        let bio = ProfileChange {
            bio: Some("Mine".into()),
            ..ProfileChange::default()
        };
        match n % 4 {
            0 => drop(store.library(&uid(2)).await?),
            1 => drop(store.set_profile(&uid(2), &bio).await?),
            n => drop(add(&store, &uid(2), WATCHLIST, n).await?),
        }
        Ok(())
    })
    .await?;
    let record = store.library(&uid(2)).await?;
    assert_eq!(record.version, 3);
    assert_eq!(record.profile.bio, "Mine");
    let rows = db.query("SELECT uid FROM user_record").await?;
    assert_eq!(rows.len(), 2);
    Ok(())
}

/// Without an account there is no library, and none is made.
pub async fn missing_account_has_no_library(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 1).await?;
    let nobody = uid(1);
    let change = ProfileChange {
        bio: Some("Mine".into()),
        ..ProfileChange::default()
    };
    for error in [
        store.library(&nobody).await.err(),
        add(&store, &nobody, WATCHLIST, 1).await.err(),
        store
            .remove_entry(&nobody, HISTORY, id(1), NOW, None)
            .await
            .err(),
        store.set_profile(&nobody, &change).await.err(),
        store.changes_since(&nobody, 0.into()).await.err(),
    ] {
        assert_eq!(error.map(|error| error.code()), Some(Code::NotFound));
    }
    assert_eq!(store.library_state(&nobody).await?.position.version, 0);
    assert!(db.query("SELECT uid FROM user_record").await?.is_empty());
    Ok(())
}

/// An entry shows the current facts of the catalogue: every fact, genres in order, gaps
/// as gaps.
pub async fn entries_show_current_facts_of_the_catalogue(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let bare = Anime::named(id(u32::MAX), "Bare");
    import(&store, "jikan", &[full(5), bare]).await?;
    let later = NOW + SignedDuration::from_nanos(1);
    store.add_entry(&owner, WATCHLIST, id(5), NOW, None).await?;
    store
        .add_entry(&owner, WATCHLIST, id(u32::MAX), later, None)
        .await?;
    let anime = full(5);
    let of_full = Entry {
        mal_id: id(5),
        title: anime.title.clone(),
        title_english: anime.title_english.clone(),
        title_japanese: anime.title_japanese.clone(),
        image_url: anime.images.poster().map(str::to_owned),
        score: anime.score,
        popularity: anime.popularity,
        genres: genres(&anime),
        added_at: NOW,
    };
    assert!(of_full.genres.len() > 1 && of_full.image_url.is_some());
    let of_bare = Entry {
        mal_id: id(u32::MAX),
        title: "Bare".into(),
        title_english: None,
        title_japanese: None,
        image_url: None,
        score: None,
        popularity: None,
        genres: Vec::new(),
        added_at: later,
    };
    let watchlist = store.library(&owner).await?.watchlist;
    assert_eq!(watchlist, [of_bare.clone(), of_full.clone()]);
    assert_eq!(store.orphaned_entries(&owner).await?, []);

    let mut newer = full(5);
    newer.score = Some(9.5);
    newer.tags = vec![genre("Z"), genre("A"), genre("M")];
    import(&db.open().await?, "jikan", &[newer]).await?;
    let now = Entry {
        score: Some(9.5),
        genres: vec!["Z".into(), "A".into(), "M".into()],
        ..of_full
    };
    let watchlist = store.library(&owner).await?.watchlist;
    assert_eq!(watchlist, [of_bare, now.clone()]);
    let changes = store
        .changes_since(&owner, 0.into())
        .await?
        .context("changes")?;
    let ChangeKind::Added(list, entry, Some(_)) = &changes[0].kind else {
        panic!("{changes:?}");
    };
    assert_eq!((*list, entry), (WATCHLIST, &now));
    Ok(())
}

/// A long list is read whole, again and again, whatever is read between.
pub async fn long_list_is_read_whole(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    let length = 1_300;
    let titles: Vec<Anime> = (1..=length)
        .map(|n| {
            let mut anime = Anime::named(id(n), format!("Name {n}"));
            anime.tags = (0..n % 4).map(|k| genre(&format!("{k} of {n}"))).collect();
            anime
        })
        .collect();
    import(&store, "jikan", &titles).await?;
    for reader in [&owner, &other] {
        store.library(reader).await?;
    }
    add(&store, &other, HISTORY, 7).await?;
    store.library(&other).await?;
    db.query(&format!(
        "INSERT INTO record_entry (uid, list, mal_id, version, added_at) \
         SELECT '{owner}', 'watchlist', mal_id, mal_id, '2026-11-01T00:00:00.000000000Z' FROM anime"
    ))
    .await?;
    for _ in 0..2 {
        let watchlist = store.library(&owner).await?.watchlist;
        assert_eq!(watchlist.len(), titles.len());
        for (entry, anime) in watchlist.iter().zip(titles.iter().rev()) {
            assert_eq!(entry.mal_id, anime.mal_id);
            assert_eq!(entry.title, anime.title);
            assert_eq!(entry.genres, genres(anime));
        }
    }
    Ok(())
}

/// The last added comes first, even with equal instants or when the clock goes back.
pub async fn entries_come_newest_first(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 9).await?;
    for (number, seconds) in [(5, 0), (2, 0), (9, 0), (1, 1), (7, -3_600)] {
        let at = NOW + SignedDuration::from_secs(seconds);
        for list in [WATCHLIST, HISTORY] {
            store.add_entry(&owner, list, id(number), at, None).await?;
        }
    }
    store
        .remove_entry(&owner, WATCHLIST, id(2), NOW, None)
        .await?;
    add(&store, &owner, WATCHLIST, 2).await?;
    let record = store.library(&owner).await?;
    assert_eq!(ids(&record.watchlist), [2, 7, 1, 9, 5]);
    assert_eq!(ids(&record.history), [7, 1, 9, 2, 5]);
    Ok(())
}

/// A title is on a list once; the version rises by one with what changes something, and with that
/// alone.
pub async fn adding_and_removing_are_idempotent(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 2).await?;
    for (list, number, is_added, changed) in [
        (WATCHLIST, 1, false, false),
        (WATCHLIST, 1, true, true),
        (WATCHLIST, 1, true, false),
        (HISTORY, 1, true, true),
        (WATCHLIST, 2, true, true),
        (WATCHLIST, 1, false, true),
        (WATCHLIST, 1, false, false),
        (HISTORY, 2, false, false),
        (HISTORY, 77, false, false),
        (HISTORY, 1, true, false),
    ] {
        let version = store.library_state(&owner).await?.position.version + u64::from(changed);
        let expected = if changed {
            Written::Changed(version)
        } else {
            Written::Unchanged(version)
        };
        let written = if is_added {
            add(&store, &owner, list, number).await?
        } else {
            store
                .remove_entry(&owner, list, id(number), NOW, None)
                .await?
        };
        assert_eq!(written, expected, "{list:?} {number} {is_added}");
        assert_eq!(store.library_state(&owner).await?.position.version, version);
    }
    let record = store.library(&owner).await?;
    assert_eq!((record.version, ids(&record.watchlist)), (4, vec![2]));
    assert_eq!(ids(&record.history), [1]);
    Ok(())
}

/// An entry keeps the instant of its first addition.
pub async fn entry_keeps_its_instant(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 1).await?;
    let later = NOW + SignedDuration::from_secs(1);
    for at in [NOW, later] {
        store.add_entry(&owner, WATCHLIST, id(1), at, None).await?;
        assert_eq!(store.library(&owner).await?.watchlist[0].added_at, NOW);
    }
    store
        .remove_entry(&owner, WATCHLIST, id(1), NOW, None)
        .await?;
    store
        .add_entry(&owner, WATCHLIST, id(1), later, None)
        .await?;
    assert_eq!(store.library(&owner).await?.watchlist[0].added_at, later);
    Ok(())
}

/// A title that the catalogue does not hold gets onto no list.
pub async fn unknown_title_is_refused(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 1).await?;
    for number in [2, u32::MAX] {
        let added = add(&store, &owner, WATCHLIST, number).await;
        assert_eq!(added.map_err(|error| error.code()), Err(Code::UnknownTitle));
    }
    assert_eq!(store.library(&owner).await?, new_record(1));
    assert_eq!(
        store.changes_since(&owner, 0.into()).await?,
        Some(Vec::new())
    );
    Ok(())
}

/// A list holds so many titles and no more; what is on a full list stays as it is, and the other
/// list has room.
pub async fn full_list_takes_no_more(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 4).await?;
    add(&store, &owner, WATCHLIST, 1).await?;
    // The count is set by hand: other tests check that it is the number of entries, also where changes race
    let count = MAX_ENTRIES - 1;
    db.query(&format!("UPDATE user_record SET watchlist_count = {count}"))
        .await?;
    for (list, number, added) in [
        (WATCHLIST, 2, Ok(Written::Changed(2))),
        (WATCHLIST, 3, Err(Code::ListFull)),
        (WATCHLIST, 2, Ok(Written::Unchanged(2))),
        (WATCHLIST, 77, Err(Code::UnknownTitle)),
        (HISTORY, 3, Ok(Written::Changed(3))),
    ] {
        let answer = add(&store, &owner, list, number).await;
        let answer = answer.map_err(|error| error.code());
        assert_eq!(answer, added, "{list:?} {number}");
    }
    store
        .remove_entry(&owner, WATCHLIST, id(1), NOW, None)
        .await?;
    let added = at_once(db, 8, |store, n| async move {
        Ok(add(&store, &uid(1), WATCHLIST, 3 + n % 2).await)
    })
    .await?;
    let changed = |added: &&domain::Result<Written>| matches!(added, Ok(Written::Changed(_)));
    assert_eq!(added.iter().filter(changed).count(), 1, "{added:?}");
    let record = store.library(&owner).await?;
    assert_eq!((record.version, record.watchlist.len()), (5, 2));
    Ok(())
}

/// Returns a library with all its changes.
pub(super) async fn whole(store: &Store, uid: &UserId) -> Result<(Library, Option<Vec<Change>>)> {
    let changes = store.changes_since(uid, 0.into()).await?;
    Ok((store.library(uid).await?, changes))
}

/// One user's changes do not affect another's lists.
pub async fn libraries_of_users_are_separate(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    catalogue(&store, 3).await?;
    for (list, number) in [(WATCHLIST, 1), (WATCHLIST, 2), (HISTORY, 1), (HISTORY, 2)] {
        add(&store, &other, list, number).await?;
    }
    let before = whole(&store, &other).await?;
    let change = ProfileChange {
        display_name: Some("Mine".into()),
        bio: Some("Mine".into()),
        favorite_genres: Some("Mine".into()),
    };
    store.set_profile(&owner, &change).await?;
    for list in [WATCHLIST, HISTORY] {
        store.remove_entry(&owner, list, id(1), NOW, None).await?;
        add(&store, &owner, list, 2).await?;
        store.remove_entry(&owner, list, id(2), NOW, None).await?;
        add(&store, &owner, list, 3).await?;
    }
    let record = store.library(&owner).await?;
    assert_eq!((record.version, ids(&record.watchlist)), (7, vec![3]));
    assert_eq!(whole(&store, &other).await?, before);
    Ok(())
}
