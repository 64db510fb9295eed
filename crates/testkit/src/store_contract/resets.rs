//! Reset links.

use anyhow::{Context, Result};
use domain::account::{AccountStore, RESET_LIFE, User};
use jiff::{SignedDuration, Timestamp};
use store::Store;

use super::{
    at_once,
    people::{NOW, identity, person, secret_of, session, sign_in, sign_up, uid},
};
use crate::TestDb;

/// Uses the link `link` of person 1; the password's hash and the session are called `name`.
async fn reset(store: &Store, link: &str, now: Timestamp, name: &str) -> Result<Option<User>> {
    let opened = session(name, now);
    let (link, hash) = (secret_of(&uid(1), link), secret_of(&uid(1), name));
    Ok(store
        .reset_password(&link, now, name, &hash, &opened)
        .await?)
}

/// Returns the password hash and the ids of the open sessions of person 1.
async fn state(store: &Store) -> Result<(String, Vec<String>)> {
    let data = store.account_data(&uid(1), NOW).await?.context("account")?;
    let hash = data.account.password_hash.context("password")?;
    Ok((hash, data.sessions.into_iter().map(|s| s.id).collect()))
}

async fn prepare(db: &TestDb) -> Result<Store> {
    let store = db.open().await?;
    for number in [1, 2] {
        let owner = sign_up(&store, number).await?;
        let name = format!("old {number}");
        sign_in(&store, &owner, &name, NOW).await?;
    }
    store
        .put_reset(&uid(1), &secret_of(&uid(1), "link"), NOW + RESET_LIFE)
        .await?;
    Ok(store)
}

/// A reset sets the password, ends every session of the account, unlinks its identities and opens a
/// session; others keep theirs.
pub async fn reset_leaves_one_session(db: &TestDb) -> Result<()> {
    let store = prepare(db).await?;
    for number in [1, 2] {
        let theirs = identity(&format!("of {number}"));
        store.link_identity(&person(number), &theirs, None).await?;
    }
    let last = NOW + RESET_LIFE - SignedDuration::from_nanos(1);
    let user = reset(&store, "link", last, "new").await?;
    assert_eq!(user, Some(person(1).user));
    assert_eq!(state(&store).await?, ("new".into(), vec!["new".into()]));
    for (number, name, is_open) in [(1, "old 1", false), (1, "new", true), (2, "old 2", true)] {
        let session = store.session(&secret_of(&uid(number), name), NOW).await?;
        assert_eq!(session.is_some(), is_open, "{name}");
    }
    let linked = db.query("SELECT uid FROM identity_owner").await?;
    assert_eq!(linked, [[Some(uid(2).to_string())]]);
    let of = async |number: u32| {
        let identity = identity(&format!("of {number}"));
        store.account_by_identity(&identity).await
    };
    assert_eq!(of(1).await?, None);
    assert_eq!(of(2).await?, Some(person(2)));
    Ok(())
}

/// A photo came with an identity that perhaps was never the owner's.
pub async fn reset_drops_the_photo_of_an_identity(db: &TestDb) -> Result<()> {
    let store = prepare(db).await?;
    let photo = Some("https://photos.example/theirs.png");
    for number in [1, 2] {
        let theirs = identity(&format!("of {number}"));
        store.link_identity(&person(number), &theirs, photo).await?;
    }
    let user = reset(&store, "link", NOW, "new").await?;
    assert_eq!(user.context("user")?.photo_url, None);
    let other = store.account(&uid(2)).await?.context("account")?;
    assert_eq!(other.user.photo_url.as_deref(), photo);
    Ok(())
}

/// A link that is not known, was used, replaced, or has expired changes nothing.
pub async fn reset_link_is_used_once_and_in_time(db: &TestDb) -> Result<()> {
    let store = prepare(db).await?;
    let before = state(&store).await?;
    for (link, now) in [("unknown", NOW), ("link", NOW + RESET_LIFE)] {
        assert_eq!(reset(&store, link, now, "never").await?, None);
        assert_eq!(state(&store).await?, before);
    }
    store
        .put_reset(&uid(1), &secret_of(&uid(1), "second"), NOW + RESET_LIFE)
        .await?;
    assert_eq!(reset(&store, "link", NOW, "never").await?, None);
    assert_eq!(state(&store).await?, before);

    assert!(reset(&store, "second", NOW, "new").await?.is_some());
    let after = state(&store).await?;
    assert_eq!(reset(&store, "second", NOW, "never").await?, None);
    assert_eq!(state(&store).await?, after);
    Ok(())
}

/// Of many who use one link at once one does, and the account is as that one left it.
pub async fn one_of_concurrent_resets_succeeds(db: &TestDb) -> Result<()> {
    let store = prepare(db).await?;
    let users = at_once(db, 24, |store, n| async move {
        let name = format!("new {n}");
        Ok((name.clone(), reset(&store, "link", NOW, &name).await?))
    })
    .await?;
    let mut winners = users.into_iter().filter(|(_, user)| user.is_some());
    let (winner, user) = winners.next().context("one wins")?;
    assert_eq!(winners.next(), None);
    assert_eq!(user, Some(person(1).user));
    assert_eq!(state(&store).await?, (winner.clone(), vec![winner]));
    Ok(())
}
