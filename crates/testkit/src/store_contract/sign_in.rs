//! Sign-ins at an identity provider.

use anyhow::Result;
use domain::account::{AccountStore, PendingLink, SignInAttempt};
use jiff::SignedDuration;

use super::{
    at_once,
    people::{NOW, identity, secret, secret_of, sign_up, uid},
};
use crate::TestDb;

const NANOSECOND: SignedDuration = SignedDuration::from_nanos(1);

fn attempt() -> SignInAttempt {
    SignInAttempt {
        browser: secret("browser"),
        nonce: "n'once".into(),
        verifier: "verifier".into(),
        context: r#"{"next":"/?search=%E9%80%B2"}"#.into(),
        expires_at: NOW,
    }
}

/// An attempt is read as it was, once, by its state alone and before it has expired.
pub async fn sign_in_attempt_is_taken_once_and_in_time(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    store.put_attempt(&secret("a"), &attempt()).await?;
    store.put_attempt(&secret("b"), &attempt()).await?;
    let before = NOW - NANOSECOND;
    assert_eq!(store.take_attempt(&secret("c"), before).await?, None);
    let other = db.open().await?;
    let taken = other.take_attempt(&secret("a"), before).await?;
    assert_eq!(taken, Some(attempt()));
    assert_eq!(store.take_attempt(&secret("a"), before).await?, None);
    assert_eq!(store.take_attempt(&secret("b"), NOW).await?, None);
    Ok(())
}

/// Of many who take one attempt at once one gets it.
pub async fn one_of_concurrent_callbacks_gets_the_attempt(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    store.put_attempt(&secret("a"), &attempt()).await?;
    let taken = at_once(db, 24, |store, _| async move {
        let before = NOW - NANOSECOND;
        Ok(store.take_attempt(&secret("a"), before).await?)
    })
    .await?;
    assert_eq!(taken.iter().flatten().collect::<Vec<_>>(), [&attempt()]);
    Ok(())
}

/// A pending link is there until it expires or is taken away.
pub async fn link_waits_until_it_expires_or_is_dropped(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut link = PendingLink {
        uid: sign_up(&store, 1).await?,
        identity: identity("one"),
        photo_url: Some("https://photos.example/1".into()),
        expires_at: NOW,
    };
    let (a, b) = (secret_of(&uid(1), "a"), secret_of(&uid(1), "b"));
    store.put_link(&a, &link).await?;
    let before = NOW - NANOSECOND;
    for _ in 0..2 {
        let found = store.pending_link(&a, before).await?;
        assert_eq!(found.as_ref(), Some(&link));
    }
    assert_eq!(store.pending_link(&a, NOW).await?, None);
    assert_eq!(store.pending_link(&b, before).await?, None);

    link.photo_url = None;
    store.put_link(&b, &link).await?;
    store.drop_link(&uid(1), &a).await?;
    store.drop_link(&uid(1), &a).await?;
    assert_eq!(store.pending_link(&a, before).await?, None);
    let found = store.pending_link(&b, before).await?;
    assert_eq!(found, Some(link));
    Ok(())
}
