//! Deleting accounts.

use std::collections::BTreeMap;

use anyhow::Result;
use domain::{
    Code, Error,
    account::{AccountStore, Created, PendingLink, SignInAttempt},
    library::{LibraryStore, List, ProfileChange},
    people::{Audience, PageEdit, PageName, PeopleStore},
    rating::RatingStore,
    review::Verdict,
};
use store::Store;

use super::{
    at_once, id,
    list_imports::bring_and_apply,
    people::{NOW, catalogue, identity, person, secret, secret_of, sign_in, uid},
    review_writing::{decide, review_id, say_both, write},
};
use crate::{TestDb, TextRow};

/// Gives person `number` one of everything that can belong to an account.
async fn fill(store: &Store, number: u32) -> Result<()> {
    let name = format!("of-{number}-alone");
    let theirs = identity(&name);
    let created = store.create_account(&person(number), Some(&theirs)).await?;
    assert_eq!(created, Created::Yes);
    let owner = uid(number);
    sign_in(store, &owner, &name, NOW).await?;
    store
        .put_reset(&owner, &secret_of(&owner, "reset"), NOW)
        .await?;
    let link = PendingLink {
        uid: owner.clone(),
        identity: identity(&name),
        photo_url: Some(name.clone()),
        expires_at: NOW,
    };
    store.put_link(&secret_of(&owner, "link"), &link).await?;
    let texts = ProfileChange {
        bio: Some(name.clone()),
        favorite_genres: Some(name),
        ..ProfileChange::default()
    };
    store.set_profile(&owner, &texts).await?;
    for list in [List::Watchlist, List::History] {
        store.add_entry(&owner, list, id(1), NOW, None).await?;
        store.add_entry(&owner, list, id(2), NOW, None).await?;
        store.remove_entry(&owner, list, id(1), NOW, None).await?;
    }
    let page = PageEdit {
        name: PageName::parse(&format!("owner{number}")).ok_or(Error::InvalidPageName)?,
        audience: Audience::Everyone,
        list_audience: Audience::Everyone,
        favorites: vec![id(1)],
        known_version: None,
    };
    store.put_page(&owner, &page, "key").await?;
    bring_and_apply(store, &owner).await?;
    write(store, number, 1, 0).await?;
    store.count_lists(&[owner], NOW).await?;
    Ok(())
}

/// Returns every row of every table, sorted.
async fn everything(db: &TestDb) -> Result<BTreeMap<String, Vec<TextRow>>> {
    let mut tables = BTreeMap::new();
    for table in db.tables(None).await? {
        let mut rows = db.query(&format!("SELECT * FROM {table}")).await?;
        rows.sort();
        tables.insert(table, rows);
    }
    Ok(tables)
}

/// A deleted account leaves no row in any table, and other accounts lose none.
pub async fn deleted_account_leaves_nothing(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 2).await?;
    let attempt = SignInAttempt {
        browser: secret("browser"),
        nonce: "nonce".into(),
        verifier: "verifier".into(),
        context: "{}".into(),
        expires_at: NOW,
    };
    store.put_attempt(&secret("state"), &attempt).await?;
    fill(&store, 1).await?;
    let theirs = review_id(1, 1);
    decide(&store, &theirs, Verdict::Restored).await?;
    let before = everything(db).await?;
    fill(&store, 2).await?;
    say_both(&store, 2, &theirs).await?;
    say_both(&store, 1, &review_id(2, 1)).await?;
    for table in db.tables(Some("uid")).await? {
        let sql = format!("SELECT uid FROM {table} WHERE uid = '{}'", uid(2));
        let is_filled = !db.query(&sql).await?.is_empty();
        assert_ne!(is_filled, table == "forgotten_account", "{table}");
    }
    store.delete_account(&uid(2)).await?;
    store.count_lists(&[uid(2)], NOW).await?;
    assert_eq!(everything(db).await?, before);

    store.delete_account(&uid(2)).await?;
    fill(&store, 2).await?;
    Ok(())
}

fn is_gone(error: &Error) -> bool {
    matches!(error.code(), Code::NotFound | Code::WrongCredentials)
}

/// An account deleted during a write is gone with everything written meanwhile;
/// a later write learns that it does not exist.
pub async fn account_is_deleted_while_it_is_written_to(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 40).await?;
    for round in 0..4 {
        fill(&store, 1).await?;
        at_once(db, 40, move |store, n| async move {
            let (owner, name) = (uid(1), format!("{round} {n}"));
            let bio = ProfileChange {
                bio: Some(name.clone()),
                ..ProfileChange::default()
            };
            let done = match n % 8 {
                0 => store.set_profile(&owner, &bio).await.map(drop),
                1 => sign_in(&store, &owner, &name, NOW).await,
                2 => store.library(&owner).await.map(drop),
                3 => {
                    let link = secret_of(&owner, &name);
                    store.put_reset(&owner, &link, NOW).await
                }
                4 if n == 20 => store.delete_account(&owner).await,
                4 => write(&store, 1, 1, n).await.map(drop),
                5 => {
                    let removed = store.remove_entry(&owner, List::History, id(2), NOW, None);
                    removed.await.map(drop)
                }
                6 => {
                    let identity = identity(&n.to_string());
                    let person = person(1);
                    let linked = store.link_identity(&person, &identity, None);
                    linked.await.map(drop)
                }
                _ => {
                    let added = store.add_entry(&owner, List::History, id(n), NOW, None);
                    added.await.map(drop)
                }
            };
            match done {
                Err(error) if !is_gone(&error) => Err(error.into()),
                _ => Ok(()),
            }
        })
        .await?;
        store.count_lists(&[uid(1)], NOW).await?;
        for table in db.tables(Some("uid")).await? {
            let rows = db.query(&format!("SELECT uid FROM {table}")).await?;
            assert!(rows.is_empty(), "{table}: {rows:?}");
        }
    }
    Ok(())
}
