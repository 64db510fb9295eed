//! Pages of people, and whose their names are.

use anyhow::{Context as _, Result, ensure};
use domain::{
    Code,
    account::{AccountStore, UserId},
    library::{LibraryStore, List, ProfileChange},
    people::{Audience, FoundPage, PageEdit, PageName, PeopleStore, UserPage},
};
use store::Store;

use super::{
    at_once, id,
    people::{NOW, catalogue, sign_up, uid},
};
use crate::TestDb;

fn name(text: &str) -> PageName {
    PageName::parse(text).unwrap_or_else(|| panic!("{text} is no name"))
}

fn edit(text: &str) -> PageEdit {
    PageEdit {
        name: name(text),
        audience: Audience::Everyone,
        list_audience: Audience::Link,
        favorites: Vec::new(),
        known_version: None,
    }
}

/// Returns the owner of the page with this name.
async fn owner(store: &Store, text: &str) -> Result<Option<UserId>> {
    let found = store.page_by_name(&name(text)).await?;
    Ok(found.map(|found| found.uid))
}

/// Returns the page that a name leads to.
async fn found(store: &Store, text: &str) -> Result<FoundPage> {
    let found = store.page_by_name(&name(text)).await?;
    found.with_context(|| format!("{text} leads to no page"))
}

/// Asserts that an account cannot take a name that is another's.
async fn ensure_taken(store: &Store, who: &UserId, text: &str) -> Result<()> {
    let taken = store.put_page(who, &edit(text), "key").await;
    let code = taken.map_err(|error| error.code());
    ensure!(code == Err(Code::PageNameTaken), "{text}: {code:?}");
    Ok(())
}

async fn names(db: &TestDb) -> Result<Vec<Option<String>>> {
    let mut rows = db.query("SELECT name_folded FROM page_name").await?;
    rows.sort();
    Ok(rows.into_iter().map(|row| row[0].clone()).collect())
}

/// A page is read as it was written, with its owner's profile.
pub async fn page_is_found_by_name_and_by_owner(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 3).await?;
    let owner = sign_up(&store, 1).await?;
    assert_eq!(store.page_of(&owner).await?, None);
    assert_eq!(store.page_by_name(&name("Asuna")).await?, None);
    let edit = PageEdit {
        favorites: vec![id(3), id(1)],
        ..edit("Asuna_1")
    };
    let page = store.put_page(&owner, &edit, "key").await?;
    assert_eq!(page, UserPage::new(edit, "key".into()));
    assert_eq!(store.page_of(&owner).await?, Some(page.clone()));
    let found = self::found(&store, "aSUNA_1").await?;
    assert_eq!((found.uid, &found.page), (owner.clone(), &page));
    let titles = store.favorite_titles(&owner, &page.favorites).await?;
    let ids: Vec<_> = titles.iter().map(|title| title.mal_id).collect();
    assert_eq!(ids, [id(3), id(1)]);
    assert!(store.favorite_titles(&owner, &[]).await?.is_empty());
    Ok(())
}

/// A page has what its owner's profile says, and the library's state.
pub async fn page_follows_its_owners_profile(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 2).await?;
    let owner = sign_up(&store, 1).await?;
    store.put_page(&owner, &edit("asuna_1"), "key").await?;
    let found = self::found(&store, "asuna_1").await?;
    // The profile has no texts of its own, and a page does not show the default ones
    assert_eq!(
        (found.bio.as_str(), found.favorite_genres.as_str()),
        ("", "")
    );
    assert_eq!(found.state, store.library_state(&owner).await?);
    let texts = ProfileChange {
        display_name: Some("アスナ".into()),
        bio: Some("Hello.".into()),
        favorite_genres: Some("Action".into()),
    };
    store.set_profile(&owner, &texts).await?;
    store
        .add_entry(&owner, List::Watchlist, id(2), NOW, None)
        .await?;
    let again = self::found(&store, "asuna_1").await?;
    assert_eq!(again.display_name, "アスナ");
    assert_eq!(
        (again.bio.as_str(), again.favorite_genres.as_str()),
        ("Hello.", "Action")
    );
    assert_eq!(again.state, store.library_state(&owner).await?);
    assert_ne!(again.state, found.state);
    Ok(())
}

/// A favourite that the catalogue does not hold is refused, and nothing of the edit is kept.
pub async fn unknown_favourite_is_refused(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 1).await?;
    let owner = sign_up(&store, 1).await?;
    let unknown = PageEdit {
        favorites: vec![id(1), id(9)],
        ..edit("asuna")
    };
    let refused = store.put_page(&owner, &unknown, "key").await;
    assert_eq!(
        refused.map_err(|error| error.code()),
        Err(Code::UnknownTitle)
    );
    assert_eq!(store.page_of(&owner).await?, None);
    assert!(names(db).await?.is_empty());
    let titles = store.favorite_titles(&owner, &[id(9), id(1)]).await?;
    assert_eq!(titles.len(), 1);
    Ok(())
}

/// A name belongs to one account, whatever its case; a released one is free.
pub async fn page_name_belongs_to_one_account(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (one, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    store.put_page(&one, &edit("Asuna"), "key").await?;
    ensure_taken(&store, &other, "aSuNa").await?;
    assert_eq!(store.page_of(&other).await?, None);
    assert!(store.delete_page(&one).await?);
    assert!(!store.delete_page(&one).await?);
    assert_eq!(owner(&store, "asuna").await?, None);
    store.put_page(&other, &edit("aSuNa"), "key").await?;
    assert_eq!(owner(&store, "Asuna").await?, Some(other));
    Ok(())
}

/// The former name leads to the page and cannot be taken; the one before it is free.
pub async fn former_page_name_stays_reserved_for_its_owner(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (one, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    for text in ["first", "second", "Second"] {
        store.put_page(&one, &edit(text), "key").await?;
    }
    for text in ["first", "second"] {
        assert_eq!(owner(&store, text).await?, Some(one.clone()), "{text}");
        ensure_taken(&store, &other, text).await?;
    }
    store.put_page(&one, &edit("third"), "key").await?;
    assert_eq!(owner(&store, "first").await?, None);
    assert_eq!(names(db).await?.len(), 2);
    store.put_page(&other, &edit("first"), "key").await?;
    assert_eq!(owner(&store, "first").await?, Some(other));
    Ok(())
}

/// Returning to the former name releases no name.
pub async fn current_and_former_page_names_can_be_swapped(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let one = sign_up(&store, 1).await?;
    for text in ["second", "third"] {
        store.put_page(&one, &edit(text), "key").await?;
    }
    let page = store.put_page(&one, &edit("second"), "key").await?;
    assert_eq!(page.former, Some(name("third")));
    assert_eq!(names(db).await?.len(), 2);
    Ok(())
}

/// Of many who want a name at once one gets it.
pub async fn concurrently_wanted_page_name_goes_to_one_account(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    for number in 0..8 {
        sign_up(&store, number).await?;
    }
    let results = at_once(db, 8, |store, number| async move {
        let taken = store.put_page(&uid(number), &edit("wanted"), "key").await;
        Ok(taken.is_ok())
    });
    let got = results.await?.into_iter().filter(|got| *got).count();
    assert_eq!(got, 1);
    assert_eq!(names(db).await?.len(), 1);
    Ok(())
}

/// Another key replaces the one before, and nothing else changes.
pub async fn page_link_is_renewed(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    assert_eq!(store.renew_page_link(&owner, "new").await?, None);
    let page = store.put_page(&owner, &edit("asuna"), "key").await?;
    let renewed = store.renew_page_link(&owner, "new").await?;
    let expected = UserPage {
        link_key: "new".into(),
        ..page
    };
    assert_eq!(renewed, Some(expected.clone()));
    // An edit keeps the page's link
    let edited = store.put_page(&owner, &edit("asuna"), "other").await?;
    assert_eq!(edited, expected);
    Ok(())
}

/// An edit based on an older version of the page overwrites nothing.
pub async fn page_changed_meanwhile_is_not_overwritten(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let based_on = |version: String, text: &str| PageEdit {
        known_version: Some(version),
        ..edit(text)
    };
    let put = async |edit: PageEdit| store.put_page(&owner, &edit, "key").await;
    let none = based_on("other".into(), "asuna");
    assert_eq!(
        put(none).await.map_err(|error| error.code()),
        Err(Code::PageChanged)
    );
    let first = put(based_on(String::new(), "asuna")).await?;
    let closed = put(PageEdit {
        audience: Audience::OnlyMe,
        ..based_on(first.version(), "asuna")
    });
    let closed = closed.await?;
    for version in [String::new(), first.version()] {
        let refused = put(based_on(version, "kirito")).await;
        assert_eq!(
            refused.map_err(|error| error.code()),
            Err(Code::PageChanged)
        );
    }
    assert_eq!(store.page_of(&owner).await?, Some(closed.clone()));
    assert_eq!(names(db).await?.len(), 1);
    let renamed = put(based_on(closed.version(), "kirito")).await?;
    assert_eq!(renamed.name, name("kirito"));
    Ok(())
}

/// Deleting an account deletes its page, and frees its names.
pub async fn page_is_deleted_with_its_account(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (one, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    for text in ["first", "second"] {
        store.put_page(&one, &edit(text), "key").await?;
    }
    store.delete_account(&one).await?;
    assert!(names(db).await?.is_empty());
    for text in ["first", "second"] {
        assert_eq!(owner(&store, text).await?, None);
        store.put_page(&other, &edit(text), "key").await?;
    }
    let gone = store.put_page(&one, &edit("third"), "key").await;
    assert_eq!(gone.map_err(|error| error.code()), Err(Code::NotFound));
    Ok(())
}

/// The name of an account that an older server deleted blocks nobody.
pub async fn stale_page_name_blocks_nobody(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    if store.is_distributed() {
        return Ok(());
    }
    let (one, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    for text in ["first", "second"] {
        store.put_page(&one, &edit(text), "key").await?;
    }
    db.query(&format!("DELETE FROM account WHERE uid = '{one}'"))
        .await?;
    assert_eq!(names(db).await?.len(), 2);
    assert_eq!(owner(&store, "second").await?, None);
    store.put_page(&other, &edit("second"), "key").await?;
    assert_eq!(owner(&store, "second").await?, Some(other));
    store.sweep(NOW).await?;
    assert_eq!(names(db).await?, [Some("second".to_owned())]);
    Ok(())
}
