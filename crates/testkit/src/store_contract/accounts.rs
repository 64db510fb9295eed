//! Accounts and their identities.

use anyhow::{Context, Result};
use domain::{
    Code,
    account::{AccountStore, Created, RESET_LIFE, SESSION_IDLE},
};
use jiff::SignedDuration;

use super::{
    at_once,
    people::{NOW, email, identity, person, secret_of, session, sign_in, sign_up, uid},
};
use crate::TestDb;

/// An account is read as it was made, by id, address and identity, in another process too.
pub async fn account_round_trips(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut other = person(2);
    other.password_hash = None;
    other.user.photo_url = Some("https://photos.example/2?a=b&c".into());
    other.user.display_name = String::new();
    let theirs = identity("two");
    store.create_account(&person(1), None).await?;
    let created = store.create_account(&other, Some(&theirs)).await?;
    assert_eq!(created, Created::Yes);

    let store = db.open().await?;
    assert_eq!(store.account(&uid(1)).await?, Some(person(1)));
    assert_eq!(store.account(&uid(2)).await?, Some(other.clone()));
    assert_eq!(store.account(&uid(3)).await?, None);
    assert_eq!(store.account_by_identity(&theirs).await?, Some(other));
    Ok(())
}

/// An address leads to its account however it is written; nothing else does.
pub async fn address_leads_to_its_account(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let one = identity("one");
    store.create_account(&person(1), Some(&one)).await?;
    for (text, found) in [
        ("person1@example.org", true),
        ("PERSON1@EXAMPLE.ORG", true),
        ("person_@example.org", false),
        ("person2@example.org", false),
    ] {
        let account = store.account_by_email(&email(text)).await?;
        assert_eq!(account, found.then(|| person(1)), "{text}");
    }
    let mut elsewhere = one;
    elsewhere.issuer.push('/');
    assert_eq!(store.account_by_identity(&elsewhere).await?, None);
    Ok(())
}

/// An address or an identity that is somebody's makes no second account and no half of one.
pub async fn account_with_a_taken_address_is_refused(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    store
        .create_account(&person(1), Some(&identity("one")))
        .await?;
    let mut same_email = person(2);
    same_email.user.email = email("pERSON1@example.ORG");
    let taken = store
        .create_account(&same_email, Some(&identity("two")))
        .await?;
    assert_eq!(taken, Created::Taken);
    let same_identity = store
        .create_account(&person(3), Some(&identity("one")))
        .await?;
    assert_eq!(same_identity, Created::Taken);

    for number in [2, 3] {
        assert_eq!(store.account(&uid(number)).await?, None, "{number}");
    }
    assert_eq!(store.account_by_identity(&identity("two")).await?, None);
    let free = store
        .create_account(&person(3), Some(&identity("two")))
        .await?;
    assert_eq!(free, Created::Yes);
    Ok(())
}

/// Of concurrent sign-ups with one address, in any spelling, one succeeds and the others are refused.
pub async fn concurrent_sign_ups_create_one_account(db: &TestDb) -> Result<()> {
    let created = at_once(db, 32, |store, n| async move {
        let mut account = person(n);
        let address = "asuna@example.org";
        account.user.email = email(&match n % 3 {
            0 => address.to_owned(),
            1 => address.to_uppercase(),
            _ => address.replace('a', "A"),
        });
        let identity = identity(&format!("of {n}"));
        let identity = (n % 2 == 0).then_some(&identity);
        Ok((n, store.create_account(&account, identity).await?))
    })
    .await?;
    let winners: Vec<_> = created.iter().filter(|c| c.1 == Created::Yes).collect();
    assert_eq!(winners.len(), 1, "{created:?}");
    let store = db.open().await?;
    let found = store.account_by_email(&email("asuna@example.org")).await?;
    assert_eq!(found.context("found")?.user.uid, uid(winners[0].0));
    assert_eq!(db.query("SELECT uid FROM account").await?.len(), 1);

    let created = at_once(db, 32, |store, n| async move {
        let one = identity("one");
        Ok(store.create_account(&person(100 + n), Some(&one)).await?)
    })
    .await?;
    let winners = created.iter().filter(|c| **c == Created::Yes).count();
    assert_eq!(winners, 1, "{created:?}");
    assert_eq!(db.query("SELECT uid FROM account").await?.len(), 2);
    Ok(())
}

/// An identity is linked to one account, as often as its owner asks; the first photo stays.
pub async fn identity_is_linked_to_one_account(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    for number in [1, 2] {
        sign_up(&store, number).await?;
    }
    let (first, second) = (person(1), person(2));
    let (one, two) = (identity("one"), identity("two"));
    for (photo, stored) in [(None, None), (Some("p"), Some("p")), (Some("q"), Some("p"))] {
        let linked = store.link_identity(&first, &one, photo).await?;
        assert_eq!(linked, Created::Yes);
        let account = store.account_by_identity(&one).await?.context("linked")?;
        assert_eq!(account.user.uid, first.user.uid);
        assert_eq!(account.user.photo_url.as_deref(), stored);
    }
    let taken = store.link_identity(&second, &one, Some("r")).await?;
    assert_eq!(taken, Created::Taken);
    assert_eq!(store.account(&second.user.uid).await?, Some(second));
    assert_eq!(store.link_identity(&first, &two, None).await?, Created::Yes);
    let nobody = person(9);
    let error = store.link_identity(&nobody, &two, None).await;
    let code = error.map_err(|error| error.code());
    assert_eq!(code, Err(Code::WrongCredentials));
    Ok(())
}

/// Of concurrent links of one identity, one account gets it, and all calls return its owner.
pub async fn one_of_concurrent_links_succeeds(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 0).await?;
    sign_up(&store, 1).await?;
    let linked = at_once(db, 16, |store, n| async move {
        let (owner, x) = (person(n % 2), identity("x"));
        Ok((n % 2, store.link_identity(&owner, &x, None).await?))
    })
    .await?;
    let owners: Vec<u32> = linked
        .iter()
        .filter(|link| link.1 == Created::Yes)
        .map(|link| link.0)
        .collect();
    assert_eq!(owners.len(), 8, "{linked:?}");
    assert!(owners.iter().all(|owner| *owner == owners[0]), "{linked:?}");
    Ok(())
}

/// Earlier proofs of who owns an account are void once another password was
/// chosen: a sign-in that began before opens no session, links no identity and sets no hash.
pub async fn new_password_invalidates_earlier_proofs(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let with_password = person(1);
    let mut without_password = person(2);
    without_password.password_hash = None;
    for read in [&with_password, &without_password] {
        store.create_account(read, None).await?;
        let uid = &read.user.uid;
        let link = secret_of(uid, "link");
        store.put_reset(uid, &link, NOW + RESET_LIFE).await?;
        let (own, opened) = (secret_of(uid, "reset"), session(uid.as_str(), NOW));
        let hash = format!("$argon2id$chosen-by-{uid}");
        store
            .reset_password(&link, NOW, &hash, &own, &opened)
            .await?
            .context("reset")?;
        store.end_session(uid, &opened.id).await?;

        let late = session("late", NOW);
        let session = store
            .open_session(read, &secret_of(uid, "late"), &late)
            .await;
        let identity = identity(uid.as_str());
        let linked = store.link_identity(read, &identity, None).await;
        let codes = [session.map(drop), linked.map(drop)].map(|late| late.map_err(|e| e.code()));
        assert_eq!(codes, [Err(Code::WrongCredentials); 2]);
        assert!(!store.rehash(read, "$argon2id$stronger").await?);
        let data = store.account_data(uid, NOW).await?.context("account")?;
        assert_eq!(data.account.password_hash, Some(hash));
        assert_eq!((data.sessions, data.identities), (vec![], vec![]));
    }
    Ok(())
}

/// A new hash of the same password ends no session.
pub async fn rehash_leaves_sessions_as_they_are(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    sign_up(&store, 2).await?;
    sign_in(&store, &owner, "s", NOW).await?;
    assert!(store.rehash(&person(1), "$argon2id$stronger").await?);
    // Another sign-in that read the former hash comes too late
    assert!(!store.rehash(&person(1), "$argon2id$late").await?);
    let mut expected = person(1);
    expected.password_hash = Some("$argon2id$stronger".into());
    assert_eq!(store.account(&owner).await?, Some(expected));
    assert_eq!(store.account(&uid(2)).await?, Some(person(2)));
    assert!(store.session(&secret_of(&owner, "s"), NOW).await?.is_some());
    Ok(())
}

/// The data of an account are its identities and its sessions, the last used one first, and
/// nobody else's.
pub async fn account_data_has_identities_and_sessions(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    for (number, subject) in [(1, "b"), (1, "a"), (2, "c")] {
        let identity = identity(subject);
        store
            .link_identity(&person(number), &identity, None)
            .await?;
    }
    let later = NOW + SignedDuration::from_nanos(1);
    for (owner, id, at) in [
        (&owner, "old", NOW),
        (&owner, "new", later),
        (&owner, "used", NOW),
        (&other, "other", later),
    ] {
        sign_in(&store, owner, id, at).await?;
    }
    let mut used = session("used", NOW);
    used.last_seen_at = NOW + SignedDuration::from_hours(1);
    store
        .touch_session(&owner, "used", used.last_seen_at)
        .await?;

    let data = store.account_data(&owner, later).await?.context("data")?;
    assert_eq!(data.account, person(1));
    assert_eq!(data.identities, [identity("a"), identity("b")]);
    let sessions = [used, session("new", later), session("old", NOW)];
    assert_eq!(data.sessions, sessions);
    let data = store.account_data(&owner, NOW + SESSION_IDLE).await?;
    let open: Vec<_> = data
        .context("data")?
        .sessions
        .into_iter()
        .map(|s| s.id)
        .collect();
    assert_eq!(open, ["used", "new"]);
    assert_eq!(store.account_data(&uid(3), later).await?, None);
    Ok(())
}
