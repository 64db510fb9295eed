//! Sessions.

use anyhow::{Context, Result};
use domain::{
    Code,
    account::{
        AccountStore, MAX_SESSIONS, PendingLink, SESSION_IDLE, SESSION_LIFE, Session,
        SignInAttempt, UserId,
    },
    library::{LibraryStore as _, List, SessionPosition},
};
use jiff::{SignedDuration, Timestamp};
use store::Store;

use super::{
    at_once, id,
    people::{NOW, catalogue, identity, person, secret, secret_of, session, sign_in, sign_up, uid},
};
use crate::TestDb;

const NANOSECOND: SignedDuration = SignedDuration::from_nanos(1);

/// Whether the session `id` of person `number` is open.
async fn is_open(store: &Store, number: u32, id: &str, now: Timestamp) -> Result<bool> {
    let secret = secret_of(&uid(number), id);
    Ok(store.session(&secret, now).await?.is_some())
}

/// A session leads to its owner until it was idle for too long or is too old, to the nanosecond.
pub async fn session_is_open_until_it_is_idle_or_old(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 1).await?;
    let (opened, secret) = (session("s", NOW), secret_of(&uid(1), "s"));
    let user = store.open_session(&person(1), &secret, &opened).await?;
    assert_eq!(user, person(1).user);
    let found = db.open().await?.session(&secret, NOW).await?;
    assert_eq!(found, Some((person(1).user, opened)));
    assert!(!is_open(&store, 1, "S", NOW).await?);

    let idle = NOW + SESSION_IDLE;
    assert!(is_open(&store, 1, "s", idle - NANOSECOND).await?);
    assert!(!is_open(&store, 1, "s", idle).await?);
    let end = NOW + SESSION_LIFE;
    store.touch_session(&uid(1), "s", end - NANOSECOND).await?;
    assert!(is_open(&store, 1, "s", end - NANOSECOND).await?);
    assert!(!is_open(&store, 1, "s", end).await?);
    Ok(())
}

/// Beyond the largest number of sessions the one that was not used for longest ends, and never the
/// new one or somebody else's.
pub async fn sessions_per_account_are_limited(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    sign_in(&store, &other, "other", NOW - NANOSECOND).await?;
    for n in 0..MAX_SESSIONS {
        let at = NOW + SignedDuration::from_secs(n.into());
        sign_in(&store, &owner, &format!("s{n}"), at).await?;
    }
    let end = NOW + SignedDuration::from_hours(1);
    store.touch_session(&owner, "s0", end).await?;
    sign_in(&store, &owner, "late", NOW - NANOSECOND).await?;
    for (number, id, stays) in [
        (1, "late", true),
        (1, "s0", true),
        (1, "s1", false),
        (1, "s2", true),
        (2, "other", true),
    ] {
        assert_eq!(is_open(&store, number, id, end).await?, stays, "{id}");
    }
    Ok(())
}

/// Many sessions are looked up at once, each with its owner's library; those that have ended are left out.
pub async fn open_sessions_are_found_with_their_libraries(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 1).await?;
    assert_eq!(store.session_positions(&[], NOW).await?, []);
    let mut secrets = vec![secret_of(&uid(1), "unknown")];
    for number in 1..=40 {
        let (owner, id) = (sign_up(&store, number).await?, format!("s{number:02}"));
        sign_in(&store, &owner, &id, NOW).await?;
        secrets.push(secret_of(&owner, &id));
    }
    store
        .add_entry(&uid(2), List::Watchlist, id(1), NOW, None)
        .await?;
    store.end_session(&uid(3), "s03").await?;
    let later = NOW + SESSION_IDLE;
    store
        .touch_session(&uid(2), "s02", later - NANOSECOND)
        .await?;

    let mut found = store.session_positions(&secrets, NOW).await?;
    found.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(found.len(), 39);
    let expected = |number, id: &str, last_seen_at, position| SessionPosition {
        secret: secret_of(&uid(number), id),
        id: id.into(),
        uid: uid(number),
        last_seen_at,
        position,
    };
    let changed = store.library_state(&uid(2)).await?.position;
    assert_eq!(changed.version, 1);
    assert_eq!(found[0], expected(1, "s01", NOW, 0.into()));
    assert_eq!(found[1], expected(2, "s02", later - NANOSECOND, changed));
    assert_eq!(found[2].id, "s04");
    let found = store.session_positions(&secrets, later).await?;
    assert_eq!(found, [expected(2, "s02", later - NANOSECOND, changed)]);
    Ok(())
}

/// Using a session extends its life, never shortens it, and leaves other sessions as they are.
pub async fn use_extends_a_session(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    for id in ["s", "t"] {
        sign_in(&store, &owner, id, NOW).await?;
    }
    let later = NOW + SESSION_IDLE;
    for (at, seen) in [(later, later), (NOW, later), (later, later)] {
        store.touch_session(&owner, "s", at).await?;
        let found = store.session(&secret_of(&owner, "s"), later).await?;
        let (_, found) = found.context("open")?;
        assert_eq!((found.last_seen_at, found.created_at), (seen, NOW));
    }
    store.touch_session(&uid(2), "t", later).await?;
    assert!(!is_open(&store, 1, "t", later).await?);
    store.touch_session(&owner, "unknown", later).await?;
    Ok(())
}

/// A session is ended by its owner alone, once.
pub async fn session_is_ended_by_its_owner_alone(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    for id in ["s", "t"] {
        sign_in(&store, &owner, id, NOW).await?;
    }
    assert!(!store.end_session(&other, "s").await?);
    assert!(is_open(&store, 1, "s", NOW).await?);
    let ended = at_once(db, 8, |store, _| async move {
        Ok(store.end_session(&uid(1), "s").await?)
    })
    .await?;
    assert_eq!(ended.iter().filter(|ended| **ended).count(), 1);
    assert!(!is_open(&store, 1, "s", NOW).await?);
    assert!(is_open(&store, 1, "t", NOW).await?);
    Ok(())
}

/// Without an account there is nothing to sign in to.
pub async fn missing_account_gets_no_rows(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let nobody = uid(1);
    for done in [
        sign_in(&store, &nobody, "s", NOW).await,
        store
            .put_reset(&nobody, &secret_of(&nobody, "r"), NOW)
            .await,
        store
            .put_link(&secret_of(&nobody, "l"), &link(&nobody, NOW))
            .await,
    ] {
        assert_eq!(done.map_err(|error| error.code()), Err(Code::NotFound));
    }
    for table in db.tables(Some("uid")).await? {
        let rows = db.query(&format!("SELECT * FROM {table}")).await?;
        assert!(rows.is_empty(), "{table}");
    }
    Ok(())
}

fn link(uid: &UserId, expires_at: Timestamp) -> PendingLink {
    PendingLink {
        uid: uid.clone(),
        identity: identity("one"),
        photo_url: None,
        expires_at,
    }
}

fn attempt(expires_at: Timestamp) -> SignInAttempt {
    SignInAttempt {
        browser: secret("browser"),
        nonce: "nonce".into(),
        verifier: "verifier".into(),
        context: "{}".into(),
        expires_at,
    }
}

/// Opens a session, and keeps a reset link, an attempt and a pending link of person `number`, that
/// all end at `end`.
async fn keep_until(store: &Store, number: u32, end: Timestamp) -> Result<()> {
    let owner = sign_up(store, number).await?;
    let name = number.to_string();
    let idle = Session {
        last_seen_at: end - SESSION_IDLE,
        ..session(&name, end - SESSION_IDLE)
    };
    let account = person(number);
    let secret_of = |name: &str| secret_of(&owner, name);
    store
        .open_session(&account, &secret_of(&name), &idle)
        .await?;
    let old = Session {
        last_seen_at: end,
        ..session(&format!("old {name}"), end - SESSION_LIFE)
    };
    store
        .open_session(&account, &secret_of(&old.id), &old)
        .await?;
    store.put_reset(&owner, &secret_of(&name), end).await?;
    store.put_attempt(&secret(&name), &attempt(end)).await?;
    store
        .put_link(&secret_of(&name), &link(&owner, end))
        .await?;
    Ok(())
}

/// Returns the number of rows of each table whose rows expire.
async fn left(db: &TestDb) -> Result<[usize; 4]> {
    let mut left = [0; 4];
    for (count, table) in left.iter_mut().zip([
        "session",
        "password_reset",
        "sign_in_attempt",
        "pending_link",
    ]) {
        *count = db.query(&format!("SELECT * FROM {table}")).await?.len();
    }
    Ok(left)
}

/// Expired rows are deleted, and nothing else.
pub async fn expired_rows_are_swept(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    keep_until(&store, 1, NOW).await?;
    keep_until(&store, 2, NOW + NANOSECOND).await?;
    store.sweep(NOW - NANOSECOND).await?;
    assert_eq!(left(db).await?, [4, 2, 2, 2]);
    store.sweep(NOW).await?;
    assert_eq!(left(db).await?, [2, 1, 1, 1]);
    assert!(is_open(&store, 2, "2", NOW).await?);
    assert!(is_open(&store, 2, "old 2", NOW).await?);
    assert!(store.account(&uid(1)).await?.is_some());
    store.sweep(NOW + NANOSECOND).await?;
    assert_eq!(left(db).await?, [0; 4]);
    Ok(())
}

/// Sweeps, resets, deletions and sign-ins of the same accounts wait for one another and all come
/// to their end.
pub async fn sweep_does_not_block_writers(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    for number in 0..6 {
        keep_until(&store, number, NOW).await?;
    }
    at_once(db, 48, |store, n| async move {
        let (owner, name) = (uid(n % 6), n.to_string());
        let (hash, opened) = (
            secret_of(&owner, &format!("new {n}")),
            session(&format!("new {n}"), NOW),
        );
        match n % 8 {
            0 | 4 => store.sweep(NOW).await?,
            1 => {
                let before = NOW - NANOSECOND;
                let token = secret_of(&owner, &(n % 6).to_string());
                store
                    .reset_password(&token, before, &name, &hash, &opened)
                    .await?;
            }
            2 if n % 6 == 0 => store.delete_account(&owner).await?,
            3 => {
                let id = (n % 6).to_string();
                store.touch_session(&owner, &id, NOW).await?;
            }
            5 => drop(store.end_session(&owner, &(n % 6).to_string()).await?),
            6 => store.put_attempt(&hash, &attempt(NOW)).await?,
            _ if n % 6 == 0 => {}
            _ => match sign_in(&store, &owner, &format!("new {n}"), NOW).await {
                // A reset came between reading the account and opening the session
                Err(error) if error.code() == Code::WrongCredentials => {}
                signed_in => signed_in?,
            },
        }
        Ok(())
    })
    .await?;
    store.sweep(NOW).await?;
    let [_, resets, attempts, links] = left(db).await?;
    assert_eq!([resets, attempts, links], [0; 3]);
    Ok(())
}
