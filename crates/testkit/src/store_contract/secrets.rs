//! Secrets that name their owner, and those of before they did.

use anyhow::{Context, Result};
use domain::{
    account::{AccountStore, PendingLink, RESET_LIFE, Secret, SecretHash},
    library::LibraryStore as _,
};
use store::Store;

use super::people::{NOW, identity, person, secret_of, session, sign_in, sign_up, uid};
use crate::{MockRandom, TestDb};

/// Opens a session of person 1, and keeps a reset link and a pending link of theirs, with one secret.
async fn keep(store: &Store, secret: &SecretHash) -> Result<PendingLink> {
    let link = PendingLink {
        uid: uid(1),
        identity: identity("one"),
        photo_url: None,
        expires_at: NOW + RESET_LIFE,
    };
    store
        .open_session(&person(1), secret, &session("s", NOW))
        .await?;
    store.put_reset(&uid(1), secret, NOW + RESET_LIFE).await?;
    store.put_link(secret, &link).await?;
    Ok(link)
}

/// Whether a secret opens a session, leads to its library, shows a pending link, and resets the
/// password, in this order.
async fn opens(store: &Store, secret: &SecretHash) -> Result<[bool; 4]> {
    let opened = session("after the reset", NOW);
    let own = secret_of(&uid(1), "after the reset");
    Ok([
        store.session(secret, NOW).await?.is_some(),
        !store
            .session_positions(std::slice::from_ref(secret), NOW)
            .await?
            .is_empty(),
        store.pending_link(secret, NOW).await?.is_some(),
        store
            .reset_password(secret, NOW, "hash", &own, &opened)
            .await?
            .is_some(),
    ])
}

/// A secret that names one account opens nothing of another, even if its digest is there.
pub async fn secret_of_another_account_opens_nothing(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    for number in [1, 2] {
        sign_up(&store, number).await?;
    }
    let of_another = secret_of(&uid(2), "secret");
    keep(&store, &of_another).await?;
    assert_eq!(opens(&store, &of_another).await?, [false; 4]);
    assert_eq!(store.account(&uid(1)).await?, Some(person(1)));

    store.drop_link(&uid(2), &of_another).await?;
    let of_nobody = SecretHash::new(of_another.as_str());
    assert_eq!(opens(&store, &of_nobody).await?, [true; 4]);
    Ok(())
}

/// Secrets of older versions, which name no owner, stay valid.
pub async fn secrets_without_an_owner_stay_valid(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    sign_in(&store, &other, "t", NOW).await?;
    let secret = Secret::random(&MockRandom::default());
    assert_eq!((secret.reveal().len(), secret.owner()), (52, None));
    let secret = secret.hash();
    let link = keep(&store, &secret).await?;

    let (user, found) = store.session(&secret, NOW).await?.context("open")?;
    assert_eq!((user, found), (person(1).user, session("s", NOW)));
    let both = [secret.clone(), secret_of(&other, "t")];
    let found = store.session_positions(&both, NOW).await?;
    let mut found: Vec<_> = found.into_iter().map(|one| (one.secret, one.uid)).collect();
    found.sort_by(|a, b| a.1.cmp(&b.1));
    let [of_owner, of_other] = both;
    assert_eq!(found, [(of_owner, owner.clone()), (of_other, other)]);

    let pending = store.pending_link(&secret, NOW).await?;
    assert_eq!(pending, Some(link));
    store.drop_link(&owner, &secret).await?;
    assert_eq!(store.pending_link(&secret, NOW).await?, None);
    assert_eq!(opens(&store, &secret).await?, [true, true, false, true]);
    assert_eq!(opens(&store, &secret).await?, [false; 4]);
    Ok(())
}
