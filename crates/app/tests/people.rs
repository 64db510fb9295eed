//! A user's public list is read once for each state of it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use app::people::{People, Viewer, VisiblePage};
use domain::{
    account::{Account, AccountStore as _, Email, User, UserId},
    clock::Clock as _,
    library::{LibraryStore as _, ProfileChange},
    people::{Audience, PageEdit, PageName, PeopleStore as _},
};
use testkit::{MockClock, MockRandom, TestDb};

/// Builds the account of a user.
fn account(name: &str, clock: &MockClock) -> Account {
    Account {
        user: User {
            uid: UserId::new(format!("{name:0>26}")),
            display_name: name.into(),
            email: Email::parse(&format!("{name}@example.org")).unwrap(),
            photo_url: None,
            created_at: clock.now(),
        },
        password_hash: None,
    }
}

#[tokio::test]
async fn list_and_comparison_are_cached_until_a_list_changes() {
    let db = TestDb::sqlite().unwrap();
    let store = Arc::new(db.open().await.unwrap());
    let clock = Arc::new(MockClock::default());
    let [owner, reader] = ["owner", "reader"].map(|name| account(name, &clock));
    for account in [&owner, &reader] {
        store.create_account(account, None).await.unwrap();
        store.library(&account.user.uid).await.unwrap();
    }
    let edit = PageEdit {
        name: PageName::parse("owner").unwrap(),
        audience: Audience::Everyone,
        list_audience: Audience::Everyone,
        favorites: Vec::new(),
        known_version: None,
    };
    let (owner, reader) = (&owner.user.uid, &reader.user.uid);
    store.put_page(owner, &edit, "key").await.unwrap();
    let people = People::new(
        store.clone(),
        store.clone(),
        store.clone(),
        clock,
        Arc::new(MockRandom::default()),
    );
    let page = async || people.page("owner", Viewer::default()).await.unwrap();
    let read = async |page: &VisiblePage| {
        let list = people.list(page).await.unwrap();
        (list, people.compare(reader, page).await.unwrap())
    };
    let first = read(&page().await).await;
    let again = read(&page().await).await;
    assert!(Arc::ptr_eq(&first.0, &again.0) && Arc::ptr_eq(&first.1, &again.1));
    let change = ProfileChange {
        bio: Some("Hello.".into()),
        ..ProfileChange::default()
    };
    store.set_profile(reader, &change).await.unwrap();
    let mine = read(&page().await).await;
    assert!(Arc::ptr_eq(&first.0, &mine.0) && !Arc::ptr_eq(&first.1, &mine.1));
    store.set_profile(owner, &change).await.unwrap();
    let theirs = read(&page().await).await;
    assert!(!Arc::ptr_eq(&mine.0, &theirs.0) && !Arc::ptr_eq(&mine.1, &theirs.1));
}
